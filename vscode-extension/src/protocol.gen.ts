// Generated from the server's dataclasses by `python -m generators.protocol_types`; change those instead.

/** Commands of `workspace/executeCommand`; each takes the URI of a folder, or nothing for all folders. */
export type Command = "cotext.rebuildIndex" | "cotext.clearIndex" | "cotext.pauseIndexing" | "cotext.resumeIndexing";

/** One retrieved piece of code: exactly the document's text of `range` (or `outline`, if there), as it is now. */
export interface Chunk {
  uri: string;
  range: Range;
  languageId: string;
  text: string;
  score: ChunkScore;
  matchedBy: string[];
  outline?: Range[];
  symbol?: ChunkSymbol;
  matches?: Range[];
}

/** Reciprocal rank fusion score; a route's own score is absent where that route did not find the chunk. */
export interface ChunkScore {
  rrf: number;
  ranks: Record<string, number>;
  bm25?: number;
  embedding?: number;
}

/** The definition that a chunk is shown by. */
export interface ChunkSymbol {
  name: string;
  kind: SymbolKind;
  container?: string;
}

/** `cotext/completionContext`; where a number is missing, the setting of its name counts. */
export interface CompletionContextParams {
  textDocument: TextDocumentIdentifier;
  position: Position;
  maxChunks?: number;
  maxCharacters?: number;
  timeBudgetMs?: number;
  excludeUris?: string[];
}

/** Best first. */
export interface CompletionContextResult {
  chunks: Chunk[];
  query: QueryRange;
  isIncomplete: boolean;
  elapsedMs: number;
}

/** Defaults of `cotext/completionContext` where a request leaves a field out. */
export interface CompletionSettings {
  maxChunks: number;
  maxCharacters: number;
  timeBudgetMs: number;
}

/** Code of a folder (without one: of documents outside every folder) may be sent to a host. */
export interface ConsentGrant {
  purpose: "inlineModel" | "embedding";
  host: string;
  granted: string;
  folder?: string;
  model?: string;
}

/** `cotext/consent`. A field that is left out means any; what is granted needs `purpose` and `host`, and without `folder` it is granted for each folder of the workspace. */
export interface ConsentParams {
  action: "list" | "grant" | "revoke";
  purpose?: "inlineModel" | "embedding";
  folder?: string;
  host?: string;
  model?: string;
}

/** The grants that the parameters mean, as they are after the action. */
export interface ConsentResult {
  grants: ConsentGrant[];
}

/** Which model turns text into vectors. */
export interface EmbeddingSettings {
  model: string;
  allowDownload: boolean;
}

/** One term of the ranking: contribution = value x weight. */
export interface Evidence {
  name: string;
  value: number;
  weight: number;
  contribution: number;
}

/** A cursor. */
export interface ExplainAt {
  textDocument: TextDocumentIdentifier;
  position: Position;
}

/** `cotext/explain`: a query or a cursor. */
export interface ExplainParams {
  target: ExplainTarget;
  query?: string;
  at?: ExplainAt;
  mode?: "hybrid" | "keyword" | "semantic" | "symbol" | "literal" | "regex";
}

/** Answer of `cotext/explain`. */
export interface ExplainResult {
  target: Chunk | null;
  routes: Record<string, RouteExplanation>;
  evidence: Evidence[];
  returned: boolean;
  cutoffRank: number;
  fusedRank?: number;
  finalRank?: number;
  reason?: "notIndexed" | "ignored" | "skipped" | "perFileLimit" | "overBudget" | "currentFile" | "belowCutoff";
}

/** The chunk that covers this line. */
export interface ExplainTarget {
  uri: string;
  line: number;
}

/** What is indexed. */
export interface IndexSettings {
  exclude: string[];
  rescanSeconds: number;
}

/** Where the index of one workspace folder stands. */
export interface IndexState {
  folder: string;
  phase: "scanning" | "indexing" | "ready" | "paused" | "failed";
  files: IndexStateFiles;
  ignored: number;
  chunks: number;
  generation: number;
  model: string;
  skippedReasons: Record<string, number>;
  writer: boolean;
  message?: string;
}

/** found = indexed + skipped + waiting. */
export interface IndexStateFiles {
  found: number;
  indexed: number;
  skipped: number;
}

/** Answer of `cotext/indexStatus`, and what `cotext/indexStatusChanged` carries; `inlineModel` where one is set. */
export interface IndexStatusResult {
  folders: IndexState[];
  memoryBytes: number;
  serverVersion: string;
  inlineModel?: InlineModelState;
}

/** The model that completes code inline, and what is sent to it. */
export interface InlineModelSettings {
  kind: "none" | "llama.cpp" | "openai" | "ollama";
  url: string;
  model: string;
  template: "" | "qwen2.5-coder" | "starcoder2" | "deepseek-coder" | "codellama" | "codestral";
  contextCharacters: number;
  prefixCharacters: number;
  suffixCharacters: number;
  maxTokens: number;
  debounceMs: number;
  timeoutMs: number;
}

/** How the inline model does: "idle" until it has been asked for the first time; `message`: what is wrong and what to do about it, where it is "failing" or "needsConsent". */
export interface InlineModelState {
  state: "idle" | "ready" | "failing" | "needsConsent";
  message?: string;
}

/** A place between two characters, in the negotiated encoding. */
export interface Position {
  line: number;
  character: number;
}

/** What of the document was read as the query. */
export interface QueryRange {
  range: Range;
}

/** A half-open stretch of a document. */
export interface Range {
  start: Position;
  end: Position;
}

/** How evidence is weighed. */
export interface RankingSettings {
  weights: string;
}

/** How lists are made and joined. */
export interface RetrievalSettings {
  profile: "default" | "tabby";
}

/** A route's word on the target. */
export interface RouteExplanation {
  rank?: number;
  score?: number;
  reason?: "noMatch" | "filtered" | "belowThreshold" | "beyondDepth";
}

/** `cotext/search`. Empty lists restrict nothing. */
export interface SearchParams {
  query: string;
  limit?: number;
  mode?: "hybrid" | "keyword" | "semantic" | "symbol" | "literal" | "regex";
  ranking?: boolean;
  languages?: string[];
  include?: string[];
  exclude?: string[];
  kinds?: SymbolKind[];
  folder?: string;
  preferSymbol?: boolean;
}

/** Answer of `cotext/search` and `cotext/similar`, best first. */
export interface SearchResult {
  hits: Chunk[];
  states: IndexState[];
  elapsedMs: number;
}

/** `cotext/setSecret`; an empty value takes the secret back. */
export interface SetSecretParams {
  name: string;
  value: string;
}

/** All settings, resolved. */
export interface Settings {
  embedding: EmbeddingSettings;
  index: IndexSettings;
  completion: CompletionSettings;
  retrieval: RetrievalSettings;
  ranking: RankingSettings;
  inlineModel: InlineModelSettings;
  logLevel: "error" | "warning" | "info" | "debug";
}

/** `cotext/similar`. */
export interface SimilarParams {
  textDocument: TextDocumentIdentifier;
  range: Range;
  limit?: number;
}

/** A file that stays out of the index, and why. */
export interface SkippedFile {
  uri: string;
  reason: "binary" | "tooLarge" | "undecodable" | "unreadable" | "outsideFolder" | "special" | "crashed";
  detail?: string;
}

/** `cotext/skippedFiles`. */
export interface SkippedFilesParams {
  folder: string;
  reason?: "binary" | "tooLarge" | "undecodable" | "unreadable" | "outsideFolder" | "special" | "crashed";
  limit?: number;
}

/** The first files, and how many there are. */
export interface SkippedFilesResult {
  files: SkippedFile[];
  total: number;
}

/** Numbers of the language server protocol's `SymbolKind`. */
export enum SymbolKind {
  File = 1,
  Module = 2,
  Namespace = 3,
  Package = 4,
  Class = 5,
  Method = 6,
  Property = 7,
  Field = 8,
  Constructor = 9,
  Enum = 10,
  Interface = 11,
  Function = 12,
  Variable = 13,
  Constant = 14,
  String = 15,
  Number = 16,
  Boolean = 17,
  Array = 18,
  Object = 19,
  Key = 20,
  Null = 21,
  EnumMember = 22,
  Struct = 23,
  Event = 24,
  Operator = 25,
  TypeParameter = 26,
}

/** A document, and the version of it that the client has; an answer is made from the version the server has. */
export interface TextDocumentIdentifier {
  uri: string;
  version?: number;
}

/** Parameters and result of each request. */
export interface Requests {
  "cotext/completionContext": { params: CompletionContextParams; result: CompletionContextResult };
  "cotext/consent": { params: ConsentParams; result: ConsentResult };
  "cotext/explain": { params: ExplainParams; result: ExplainResult };
  "cotext/indexStatus": { params: Record<string, never>; result: IndexStatusResult };
  "cotext/search": { params: SearchParams; result: SearchResult };
  "cotext/setSecret": { params: SetSecretParams; result: null };
  "cotext/similar": { params: SimilarParams; result: SearchResult };
  "cotext/skippedFiles": { params: SkippedFilesParams; result: SkippedFilesResult };
}

/** Parameters of each notification that the server sends. */
export interface Notifications {
  "cotext/indexStatusChanged": IndexStatusResult;
}
