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
  description: "A refusal in the form of OAuth (RFC 6749, 5.2; RFC 8628, 3.5).",
  content: { "application/json": { schema: { $ref: "#/components/schemas/SignInError" } } },
};

function query(name: string, description: string, required: boolean): JsonObject {
  return { name, in: "query", description, required, schema: text };
}

/** Refusal of an address that asks for too many codes. */
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

/** The paths of sign-in and of the documents, which are not in the table of operations. */
export const SIGN_IN_PATHS: JsonObject = {
  "/oauth/device/code": {
    post: {
      operationId: "signIn.deviceCode",
      tags: ["signIn"],
      summary: "Gives a device the codes with which it signs in (RFC 8628, 3.1).",
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
      summary: "Starts a sign-in by redirection (RFC 6749, 4.1), with or without PKCE.",
      security: [],
      parameters: [
        query("client_id", "The program.", true),
        query("response_type", "`code`.", true),
        query("redirect_uri", "Address of this machine, or of an allowed origin.", true),
        query("scope", "What the program asks for.", false),
        query("audience", "Accepted without effect.", false),
        query("state", "Returned unchanged.", false),
        query("code_challenge", "Hash of the verifier (PKCE).", false),
        query("code_challenge_method", "`S256`.", false),
      ],
      responses: {
        "302": { description: "The page that approves it, or an error for the program." },
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
      summary: "Gives tokens for a code that was approved, or for a refresh token.",
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
      summary: "The page on which a person approves a device's code.",
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
        "Shows what a code asks for, then approves or denies it; only from the page's forms.",
      security: [],
      requestBody: form(["user_code"], ["proof", "form_token", "decision", "userid"]),
      responses: {
        "200": { description: "What is asked for, or what was done.", content: page },
        "303": { description: "The program's address, with the code or an error." },
        "400": { description: "This is not a form.", content: page },
        "403": {
          description: "It does not come from the page, or the owner's code or token is wrong.",
          content: page,
        },
        "404": { description: "The code is wrong, expired or used.", content: page },
        "422": { description: "There is no such user, or no decision.", content: page },
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
      summary: "The same for people.",
      security: [],
      responses: { "200": { description: "A page.", content: page } },
    },
  },
};
