/** A pattern of awkward English, and plain words for it. */
export interface Phrase {
  /** Name in the report. */
  readonly name: string;
  readonly pattern: RegExp;
  /** Plain words to use instead. */
  readonly instead: string;
  /** Only in comments and descriptions, where a sentence defines something. */
  readonly definition?: true;
}

/** The project's phrase list. Each pattern is global, so that all its places are found. */
export const PHRASES: readonly Phrase[] = [
  // Openings
  {
    name: "question word as a definition",
    pattern: /^(?:What|How|Whether|Where|Which|Who|Whose)\b(?![^.]*\?)/g,
    instead: "a verb in the third person, or a noun phrase",
    definition: true,
  },
  {
    name: "riddle as a definition",
    pattern: /^(?:Says|Tells|Those|That of|The same|One's)\b/g,
    instead: "a verb in the third person, or a noun phrase",
    definition: true,
  },
  {
    name: "fronted of, for who",
    pattern: /(?<=^|[.:;!] )(?:Of(?! course)|For who|Who)(?= \w)(?![^.]*\?)|\bfor who\b/g,
    instead: 'the subject first; "if you"',
  },
  // Clauses
  {
    name: "preposition and which",
    pattern: /\b(?:of|by|from|to|as) which\b/gi,
    instead: "two sentences, or the noun again",
  },
  {
    name: "whose, stacked",
    pattern: /\bwhose\b(?=[^.;]*\b(?:whose|which)\b)/gi,
    instead: "two sentences",
  },
  {
    name: "undefined where",
    pattern: /\b(?:undefined|null|none|nothing|empty|true|false|NaN) where\b/gi,
    instead: '"`undefined` if"',
  },
  {
    name: "where there is none",
    pattern: /\bwhere (?:there|none|nothing|one|any)\b/gi,
    instead: '"if", or "without a ..."',
  },
  { name: "that of, those of", pattern: /\b(?:that|those) of\b/gi, instead: "the noun again" },
  {
    name: "those that, what is",
    pattern:
      /\b(?:of|by|from|for|to|with|in|on|than|beside|and|all) (?:what|those (?:that|which|who))\b/gi,
    instead: "the noun",
  },
  {
    name: "there is no",
    pattern: /\b(?:there (?:is|are|was|were) (?:no|none)|of which there)\b/gi,
    instead: '"... is missing", "no ..."',
  },
  {
    name: "as it stands",
    pattern:
      /\bas (?:it|they|he|she) (?:stands?|comes?|lies?|were|goes|was|is|are)\b(?= *[.,;:)]|$)/gi,
    instead: '"unchanged", "as is", "raw"',
  },
  { name: "the same of", pattern: /\bthe same of\b/gi, instead: "the noun again" },
  {
    name: "of theirs",
    pattern: /\b(?:of|is|are) (?:ours|theirs)\b/gi,
    instead: "our ...",
  },
  // Words
  { name: "beside", pattern: /\bbeside\b(?!\()/gi, instead: "with, next to, compared with" },
  {
    name: "one as a person",
    pattern: /\bone's\b|\bone (?:who|may|wants|has to|can|must|needs|would|could|looks|reads)\b/gi,
    instead: "you, your",
  },
  {
    name: "one as a thing",
    pattern:
      /\b(?:if|where|unless|whether|that|is|are) (?:one|ones)(?=[.,;:)]|$| (?:is|are|was|has)\b)/gi,
    instead: "the noun",
  },
  { name: "alone", pattern: /\balone\b/gi, instead: "only" },
  {
    name: "none for invalid",
    pattern: /\b(?:is|are|be|was|were) none\b|, none (?:is|of|has|are)\b|\b(?:as|for) none\b/gi,
    instead: "not a ..., invalid, missing",
  },
  {
    name: "stands, lies, bears",
    pattern:
      /\b(?:stand|stands|stood|standing|lies|lie|lay|lying|bears?|borne)\b(?!-| for\b| out\b)/gi,
    instead: "is, has",
  },
  {
    name: "told, asked",
    pattern: /\b(?:told|asked|are tells|tells? (?:apart|what|which|of))\b/gi,
    instead: "given, set, passed, reported",
  },
  {
    name: "named for, called so",
    pattern: /\bnamed for\b|\bcalled so\b|\bso called\b/gi,
    instead: "named after",
  },
  { name: "anew", pattern: /\banew\b/gi, instead: "again" },
  { name: "amid", pattern: /\bamid\b/gi, instead: "during" },
  { name: "sooner", pattern: /\bsooner\b/gi, instead: "faster, earlier" },
  { name: "so many", pattern: /\bso (?:many|few|much)\b(?! that)/gi, instead: "this many" },
  {
    name: "change of the clock",
    pattern:
      /\b(?:changes? of (?:the|a|its) clock|clock changes?|the clocks? (?:changes?|go(?:es)?))\b/gi,
    instead: "daylight saving change",
  },
  { name: "reckoned", pattern: /\breckon(?:s|ed|ing)?\b/gi, instead: "computed" },
  {
    name: "held against",
    pattern: /\b(?:held|holds?|holding) against\b/gi,
    instead: "compared with",
  },
  { name: "rests on", pattern: /\brest(?:s|ed|ing)? on\b/gi, instead: "based on" },
  {
    name: "goes on",
    pattern: /\b(?:goes|go|went|going|gone) on\b(?! to\b)/gi,
    instead: "continues",
  },
  { name: "found out", pattern: /\b(?:found|find|finds|finding) out\b/gi, instead: "detected" },
  { name: "come of", pattern: /\b(?:comes?|came) of\b/gi, instead: "result from" },
  {
    name: "the own",
    pattern: /\b(?:the|an|of) own\b|\bown ones\b/gi,
    instead: "its, separate",
  },
  {
    name: "archaic adverb",
    pattern: /\b(?:there(?:of|in|by|upon|to)|where(?:of|in|upon|to))\b/gi,
    instead: "plain words",
  },
  {
    name: "nothing of",
    pattern: /\b(?:nothing|anything|something) of\b/gi,
    instead: "no ..., any ...",
  },
  // Terms
  { name: "line of names", pattern: /\blines? of names\b/gi, instead: "header row" },
  { name: "packing", pattern: /\b(?:un)?pack(?:s|ed|ing)\b/gi, instead: "compression, compressed" },
  {
    name: "place for index",
    pattern: /\b(?:at|in) (?:this|that|each|the same) places?\b/gi,
    instead: "index",
  },
  {
    name: "sign for symbol",
    pattern: /\b(?:the|a|of|these|two|its) signs?\b(?!-| in| out| of the| test)/gi,
    instead: "symbol",
  },
  { name: "figure", pattern: /\bfigures?\b/gi, instead: "value, metric, number" },
  { name: "maker", pattern: /\bmakers?\b/gi, instead: "vendor" },
  {
    name: "form for format",
    pattern: /(?<!(?:full|long|short) )\bforms?\b(?!-| (?:an?|data|body|field)\b)/gi,
    instead: "format, shape",
  },
  {
    name: "kept for stored",
    pattern: /\bkept (?:in|under|on|by|with|apart|there)\b/gi,
    instead: "stored",
  },
  {
    name: "course for trend",
    pattern: /\b(?:Courses?|the courses?)\b(?! of action)/g,
    instead: "trend",
  },
  { name: "picture for chart", pattern: /\bpictures?\b/gi, instead: "chart" },
  // Slips
  {
    name: "repeated word",
    pattern: /(?<!\S)(a|an|and|are|for|in|is|it|of|the|to|with) \1(?!\S)/g,
    instead: "the word once",
  },
];
