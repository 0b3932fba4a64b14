import type { JsonObject } from "./openapiNames.ts";

const text = { type: "string" };
const seconds = { type: "number", description: "Seconds." };

function form(required: readonly string[], optional: readonly string[]): JsonObject {
  const properties = Object.fromEntries([...required, ...optional].map((name) => [name, text]));
  return {
    required: true,
    content: {
      "application/x-www-form-urlencoded": { schema: { type: "object", required, properties } },
    },
  };
}

const REFUSAL = {
  description: "An OAuth error (RFC 6749, 5.2; RFC 8628, 3.5).",
  content: { "application/json": { schema: { $ref: "#/components/schemas/SignInError" } } },
};

function query(name: string, description: string, required: boolean): JsonObject {
  return { name, in: "query", description, required, schema: text };
}

/** Answer to an address that requests too many codes. */
const TOO_MANY = {
  "429": {
    description: "Too many requests; the header Retry-After says when to try again.",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  },
};

/** Statuses of polls under `--poll-status 403`. */
const POLLING = { "403": REFUSAL, "429": REFUSAL };

function answers(
  required: readonly string[],
  properties: JsonObject,
  more: JsonObject = {},
): JsonObject {
  const schema = { type: "object", required, properties };
  return {
    "200": { description: "JSON.", content: { "application/json": { schema } } },
    "400": REFUSAL,
    "401": REFUSAL,
    ...more,
  };
}

const page = { "text/html": { schema: text } };

/** Paths of sign-in and of the documents, which are not operations. */
export const SIGN_IN_PATHS: JsonObject = {
  "/oauth/device/code": {
    post: {
      operationId: "signIn.deviceCode",
      tags: ["signIn"],
      summary: "Issues the codes with which a device signs in (RFC 8628, 3.1).",
      security: [],
      requestBody: form(["client_id"], ["scope", "audience"]),
      responses: answers(
        ["device_code", "user_code", "verification_uri", "expires_in"],
        {
          device_code: text,
          user_code: text,
          verification_uri: text,
          verification_uri_complete: text,
          expires_in: seconds,
          interval: seconds,
        },
        TOO_MANY,
      ),
    },
  },
  "/authorize": {
    get: {
      operationId: "signIn.authorize",
      tags: ["signIn"],
      summary: "Starts a sign-in by redirect (RFC 6749, 4.1), with or without PKCE.",
      security: [],
      parameters: [
        query("client_id", "The program.", true),
        query("response_type", "`code`.", true),
        query("redirect_uri", "Address of this machine, or of an allowed origin.", true),
        query("scope", "Requested scope.", false),
        query("audience", "Accepted without effect.", false),
        query("state", "Returned unchanged.", false),
        query("code_challenge", "Hash of the verifier (PKCE).", false),
        query("code_challenge_method", "`S256`.", false),
      ],
      responses: {
        "302": { description: "The approval page, or an error for the program." },
        "400": REFUSAL,
        "401": REFUSAL,
        ...TOO_MANY,
      },
    },
  },
  "/oauth/token": {
    post: {
      operationId: "signIn.token",
      tags: ["signIn"],
      summary: "Issues tokens for an approved code or a refresh token.",
      security: [],
      requestBody: form(
        ["grant_type", "client_id"],
        ["device_code", "code", "redirect_uri", "code_verifier", "refresh_token", "scope"],
      ),
      responses: answers(["access_token", "token_type", "expires_in"], {
        access_token: text,
        token_type: text,
        expires_in: seconds,
        refresh_token: text,
        scope: text,
        id_token: { ...text, description: "A JWT with name and email, unverified." },
      }, POLLING),
    },
  },
  "/oauth/device": {
    get: {
      operationId: "signIn.page",
      tags: ["signIn"],
      summary: "Shows the page on which a person approves a device's code.",
      security: [],
      parameters: [
        { name: "user_code", in: "query", description: "The program's code.", schema: text },
        { name: "owner_code", in: "query", description: "The owner's code.", schema: text },
      ],
      responses: { "200": { description: "A page that asks for both codes.", content: page } },
    },
    post: {
      operationId: "signIn.decide",
      tags: ["signIn"],
      summary:
        "Shows what a code requests, then approves or denies it; only from the page's forms.",
      security: [],
      requestBody: form(["user_code"], ["proof", "form_token", "decision", "userid"]),
      responses: {
        "200": { description: "The request, or the result.", content: page },
        "303": { description: "The program's address, with the code or an error." },
        "400": { description: "The body is not a form.", content: page },
        "403": {
          description: "The form comes from elsewhere, or the owner's code or token is invalid.",
          content: page,
        },
        "404": { description: "The code is wrong, expired or used.", content: page },
        "422": {
          description: "The user does not exist, or the decision is missing.",
          content: page,
        },
      },
    },
  },
  "/openapi.json": {
    get: {
      operationId: "documents.openapi",
      tags: ["documents"],
      summary: "This document.",
      security: [],
      responses: {
        "200": {
          description: "An OpenAPI 3.1 document.",
          content: {
            "application/json": { schema: { type: "object", required: ["openapi", "paths"] } },
          },
        },
      },
    },
  },
  "/docs": {
    get: {
      operationId: "documents.docs",
      tags: ["documents"],
      summary: "Describes the service for people.",
      security: [],
      responses: { "200": { description: "A page.", content: page } },
    },
  },
};
