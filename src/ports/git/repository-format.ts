/** One entry of a repository's tree, as the commit lists it; `size` is in bytes. */
export interface RepositoryEntry {
  /** From the repository's root, `/` between segments. */
  readonly path: string;
  readonly oid: string;
  readonly size: number;
  readonly kind: 'file' | 'symlink' | 'submodule';
}

/** One commit of a repository, whoever holds it. */
export interface RepositoryFiles {
  list(): readonly RepositoryEntry[];
  /** The bytes of regular files from `list()`, many at a time. A path that is missing from the answer could not be read. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/**
 * Something worth telling the person who started an import. Nothing in a repository makes an import fail: what is
 * malformed is repaired, its bytes are kept, and an entry says so.
 */
export interface ImportReportEntry {
  readonly level: 'warning' | 'info';
  /** Stable, for programs. */
  readonly code: ImportReportCode;
  /** Relative to the project directory. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  /** For people, in English. */
  readonly message: string;
  /** When one entry speaks of many files: all of them. */
  readonly paths?: readonly string[];
}

export type ImportReportCode =
  // settings
  | 'settings-unreadable'
  | 'settings-unknown-key'
  | 'settings-invalid-value'
  | 'root-missing'
  | 'site-structure-not-imported'
  // the repository itself
  | 'symlink-skipped'
  | 'submodule-skipped'
  | 'path-refused'
  | 'file-too-large'
  | 'file-unreadable'
  | 'file-elsewhere'
  | 'empty-project'
  // navigation
  | 'no-summary'
  | 'summary-line-ignored'
  | 'summary-text-ignored'
  | 'summary-computed-unreadable'
  | 'missing-file'
  | 'path-repaired'
  | 'path-outside-project'
  | 'broken-link'
  | 'entry-without-file'
  | 'file-listed-twice'
  | 'title-missing'
  | 'children-lifted'
  | 'unlisted-files'
  | 'readme-not-first'
  | 'title-differs'
  | 'slug-changed'
  | 'page-path-differs'
  // pages
  | 'front-matter-unreadable'
  | 'front-matter-invalid-value'
  | 'invalid-utf-8'
  | 'text-cleaned'
  | 'cover-missing'
  // the rest
  | 'redirect-without-target'
  | 'redirect-shadowed'
  | 'redirect-invalid'
  | 'redirect-twice'
  | 'redirects-too-many'
  | 'variables-unreadable'
  | 'variable-invalid'
  | 'tags-unreadable'
  | 'tag-invalid';

/** What a navigation entry, a redirect or a cover points to. Keys are those of the plan's pages, paths those of its files. */
export type ImportTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'page'; readonly page: string; readonly anchor?: string }
  | { readonly kind: 'file'; readonly path: string }
  /** Another space of the application, and the path of a page in it. */
  | { readonly kind: 'space'; readonly space: string; readonly path?: string };

/** Only what the front matter states; the rest is the reader's default. */
export interface PlannedLayout {
  readonly width?: 'default' | 'wide';
  readonly cover?: boolean;
  readonly coverSize?: 'hero' | 'full' | 'background';
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
}

export interface PlannedCover {
  readonly ref?: PlannedCoverRef;
  readonly refDark?: PlannedCoverRef;
  readonly yPos: number;
}
export type PlannedCoverRef = Extract<ImportTarget, { kind: 'url' | 'file' }>;

export type VariableValue = string | number | boolean;

/** The page fields that front matter can state; an absent member was not stated, or not in a usable form (then reported). */
export interface FrontMatterFields {
  readonly description?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  /** The expression of `if`, as written. */
  readonly condition?: string;
  readonly layout?: PlannedLayout;
  readonly cover?: PlannedCover;
  readonly variables?: Readonly<Record<string, VariableValue>>;
  readonly tags?: readonly string[];
  /** `metaLinks.alternates`: URLs or paths of translated variants, as written. */
  readonly alternates?: readonly string[];
}

/** Any JSON value, as a computed page's source holds it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Where a computed page comes from, as its `yaml` fence in the summary says. */
export interface ComputedPageSource {
  readonly type: string;
  readonly props: { readonly [key: string]: JsonValue };
  readonly dependencies?: { readonly [key: string]: JsonValue };
}

/** Unique within its plan only; the importer replaces keys by ids. */
export type PageKey = string;

interface PlannedEntry {
  readonly key: PageKey;
  /** An earlier page of the plan, a document or a group; null at the top. */
  readonly parent: PageKey | null;
  /** Never empty. */
  readonly title: string;
  /** `[text](page.md "Link title")`: a shorter name for navigation. */
  readonly linkTitle?: string;
  /** Line of the summary, counted from 1; absent when navigation was inferred. */
  readonly summaryLine?: number;
}

export interface PlannedDocument extends PlannedEntry {
  readonly type: 'document';
  /** Unique among the siblings: `[a-z0-9._-]{1,100}`. */
  readonly slug: string;
  /** Relative to the project directory; null for an entry that names no readable file: the page is empty. */
  readonly path: string | null;
  readonly oid: string | null;
  /** Its text is known and was not read: what a text says is absent here. */
  readonly isUnchanged?: true;
  readonly fields: FrontMatterFields;
  /** Front matter with its fences, byte for byte; `frontMatterSource` + `markdown` is the file. */
  readonly frontMatterSource: Uint8Array | null;
  /** Everything after the front matter, byte for byte, a leading heading included. */
  readonly markdown: Uint8Array;
}

export interface PlannedGroup extends PlannedEntry {
  readonly type: 'group';
  readonly parent: null;
  readonly slug: string;
}

export interface PlannedLink extends PlannedEntry {
  readonly type: 'link';
  readonly target: ImportTarget;
  /** The destination as the summary writes it, escapes undone. */
  readonly href: string;
}

export interface PlannedComputed extends PlannedEntry {
  readonly type: 'computed';
  readonly computed: ComputedPageSource;
}

export type PlannedPage = PlannedDocument | PlannedGroup | PlannedLink | PlannedComputed;

export interface PlannedFile {
  /** Relative to the project directory. */
  readonly path: string;
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

export interface PlannedReusableContent {
  readonly title: string;
  readonly path: string;
  readonly oid: string;
  /** As of a document. */
  readonly isUnchanged?: true;
  readonly frontMatterSource: Uint8Array | null;
  readonly markdown: Uint8Array;
}

export interface PlannedTag {
  readonly tag: string;
  readonly label: string;
  readonly icon?: string;
  readonly color?: string;
}

/** Where a redirect leads. */
export type RedirectTarget = Exclude<ImportTarget, { readonly kind: 'space' }>;

export interface PlannedRedirect {
  /** Path below the space, as `formatSourcePath` spells it; unique. */
  readonly source: string;
  readonly target: RedirectTarget;
  /** The destination as written. */
  readonly destination: string;
}

/** Everything an import needs to know, in the repository's order. */
export interface ImportPlan {
  /** The content root, relative to the project directory; empty for the project directory itself. */
  readonly root: string;
  /** Relative to the project directory; null when navigation was inferred from folders. */
  readonly summaryPath: string | null;
  /** Parents before their children, siblings in order. */
  readonly pages: readonly PlannedPage[];
  readonly files: readonly PlannedFile[];
  readonly reusableContents: readonly PlannedReusableContent[];
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly tags: readonly PlannedTag[];
  readonly redirects: readonly PlannedRedirect[];
  readonly report: readonly ImportReportEntry[];
}

/**
 * What a file of a project is for. `text`: a Markdown file that may be a page or included by pages. `file`: media and
 * documents, imported where pages name them; `asset`: those that are imported anyway. `structure`: what says how texts and
 * files come together, the summary for one. `settings`: what that is read by. `other`: imported only
 * where a cover or the summary names it.
 */
export type FileRole = 'text' | 'file' | 'asset' | 'structure' | 'settings' | 'other';

/** How a project lies, as far as one of its texts can be read by that alone. */
export interface TextContext {
  /** The content root, relative to the project directory. */
  readonly root: string;
  readonly summaryPath: string | null;
  /** The paths of the files that were imported. */
  readonly files: ReadonlySet<string>;
}

/** One Markdown file, read by itself. */
export interface ParsedText {
  readonly fields: FrontMatterFields;
  readonly frontMatterSource: Uint8Array | null;
  readonly markdown: Uint8Array;
  /** What it calls itself: in its front matter, or in the heading that it begins with. */
  readonly title: string | null;
  readonly heading: string | null;
  /** Imported files that it names. */
  readonly referencedFiles: ReadonlySet<string>;
  /** What it names besides that would have to be imported if it were there, as written. */
  readonly unresolvedTargets: ReadonlySet<string>;
  readonly report: readonly ImportReportEntry[];
}

/** What is known of a text without reading it. */
export interface PriorText {
  /** Of its page, as it has it. */
  readonly title: string;
  /** Whether its heading says something else than the summary. */
  readonly titleDiffers: boolean;
}

/** What is known of a project, so that not all of it has to be read. */
export interface PriorImport {
  /**
   * A text whose bytes are called `oid`, if everything that it says is known as the project lies now.
   * @param title what the summary calls its page; empty where it says nothing, absent for a text that pages include
   */
  text(path: string, oid: string, title?: string): PriorText | undefined;
  /** Files that texts name which are not read. */
  readonly files: Iterable<string>;
}

/** Understands how a documentation project lies in a Git repository. */
export interface RepositoryFormat {
  /**
   * Reads the project in `projectDirectory` (default: the repository's root) into a plan; does nothing else. Of what is
   * `known` nothing is read, and nothing told that its text alone is the reason for.
   * @throws Invalid naming `projectDirectory` when it leaves the repository or is no directory of it.
   * @throws whatever `files.read` throws.
   */
  read(
    files: RepositoryFiles,
    options?: { readonly projectDirectory?: string; readonly prior?: PriorImport },
  ): Promise<ImportPlan>;

  /** What the file at a path of the project is for. */
  roleOf(path: string, layout: Omit<TextContext, 'files'>): FileRole;

  /** Reads one Markdown file of a project. */
  readText(path: string, bytes: Uint8Array, context: TextContext): ParsedText;

  /** What is told of pages whose headings say something else than the summary does, by their paths; undefined of none. */
  reportTitleDifferences(summaryPath: string, paths: Iterable<string>): ImportReportEntry | undefined;
}
