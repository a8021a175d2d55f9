/** Entry of a repository's tree, as the commit lists it; `size` is in bytes. */
export interface RepositoryEntry {
  /** Path from the repository's root, with `/` between segments. */
  readonly path: string;
  readonly oid: string;
  readonly size: number;
  readonly kind: 'file' | 'symlink' | 'submodule';
}

/** Files of one commit, independent of where they are stored. */
export interface RepositoryFiles {
  list(): readonly RepositoryEntry[];
  /** Reads regular files from `list()`, many at a time. Unreadable paths are missing from the result. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/**
 * Message for the person who started an import. No content of a repository makes an import fail: malformed input is
 * repaired, its bytes are kept, and an entry reports it.
 */
export interface ImportReportEntry {
  readonly level: 'warning' | 'info';
  /** Stable code for programs. */
  readonly code: ImportReportCode;
  /** Path relative to the project directory. */
  readonly path: string;
  /** Line number, counted from 1. */
  readonly line?: number;
  /** Message for people, in English. */
  readonly message: string;
  /** All paths, if one entry is about many files. */
  readonly paths?: readonly string[];
}

export type ImportReportCode =
  // Settings.
  | 'settings-unreadable'
  | 'settings-unknown-key'
  | 'settings-invalid-value'
  | 'root-missing'
  | 'site-structure-not-imported'
  // The repository itself.
  | 'symlink-skipped'
  | 'submodule-skipped'
  | 'path-refused'
  | 'file-too-large'
  | 'file-unreadable'
  | 'file-elsewhere'
  | 'empty-project'
  // Navigation.
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
  | 'mdx-not-imported'
  | 'readme-not-first'
  | 'title-differs'
  | 'slug-changed'
  | 'page-path-differs'
  // Pages.
  | 'front-matter-unreadable'
  | 'front-matter-invalid-value'
  | 'invalid-utf-8'
  | 'text-cleaned'
  | 'cover-missing'
  // Redirects, variables and tags.
  | 'redirect-without-target'
  | 'redirect-shadowed'
  | 'redirect-invalid'
  | 'redirect-twice'
  | 'redirects-too-many'
  | 'variables-unreadable'
  | 'variable-invalid'
  | 'tags-unreadable'
  | 'tag-invalid';

/**
 * Target of a navigation entry, a redirect or a cover. Keys are those of the plan's pages, paths those of its files.
 */
export type ImportTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'page'; readonly page: string; readonly anchor?: string }
  | { readonly kind: 'file'; readonly path: string }
  /** Another space of the application, and the path of a page in it. */
  | { readonly kind: 'space'; readonly space: string; readonly path?: string }
  | PageIdTarget
  | DeletedTarget;

/** Page that a link names by its id, because it has no file in the repository: a page of another space, or a group. */
export interface PageIdTarget {
  readonly kind: 'page-id';
  readonly page: string;
  /** Space of the page; absent for that of the link. */
  readonly space?: string;
  readonly anchor?: string;
}

/** Page or file that was deleted while an entry of the navigation linked to it, by its former id. */
export interface DeletedTarget {
  readonly kind: 'deleted';
  readonly item: 'page' | 'file';
  readonly id: string;
  readonly anchor?: string;
}

/** Layout options that the front matter states; the others keep their defaults. */
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

/** Page fields from front matter; a member is absent if it was not stated, or not in a usable form (then reported). */
export interface FrontMatterFields {
  readonly description?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  /** Expression of `if`, as written. */
  readonly condition?: string;
  readonly layout?: PlannedLayout;
  readonly cover?: PlannedCover;
  readonly variables?: Readonly<Record<string, VariableValue>>;
  readonly tags?: readonly string[];
  /** Member `metaLinks.canonical`: URL or path of the page that this one repeats, as written. */
  readonly canonical?: string;
  /** Member `metaLinks.alternates`: URLs or paths of translated variants, as written. */
  readonly alternates?: readonly string[];
}

/** JSON value in a computed page's source. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Source of a computed page, from its `yaml` fence in the summary. */
export interface ComputedPageSource {
  readonly type: string;
  readonly props: { readonly [key: string]: JsonValue };
  readonly dependencies?: { readonly [key: string]: JsonValue };
}

/** Key of a page, unique within its plan; the importer replaces keys by ids. */
export type PageKey = string;

interface PlannedEntry {
  readonly key: PageKey;
  /** Earlier page of the plan, a document or a group; null at the root. */
  readonly parent: PageKey | null;
  /** Title; never empty. */
  readonly title: string;
  /** Shorter title for navigation: `[text](page.md "Link title")`. */
  readonly linkTitle?: string;
  /** Line of the summary, counted from 1; absent if navigation was inferred. */
  readonly summaryLine?: number;
}

export interface PlannedDocument extends PlannedEntry {
  readonly type: 'document';
  /** Slug, unique among the siblings: `[a-z0-9._-]{1,100}`. */
  readonly slug: string;
  /** Path relative to the project directory; null for an entry without a readable file: the page is empty. */
  readonly path: string | null;
  readonly oid: string | null;
  /**
   * Set if the text is known from the previous import and was not read; its fields except the condition are then
   * absent.
   */
  readonly isUnchanged?: true;
  readonly fields: FrontMatterFields;
  /** Front matter with its fences, byte for byte; `frontMatterSource` + `markdown` is the file. */
  readonly frontMatterSource: Uint8Array | null;
  /** Text after the front matter, byte for byte, including a leading heading. */
  readonly markdown: Uint8Array;
}

export interface PlannedGroup extends PlannedEntry {
  readonly type: 'group';
  readonly slug: string;
}

export interface PlannedLink extends PlannedEntry {
  readonly type: 'link';
  readonly target: ImportTarget;
  /** Destination as the summary writes it, unescaped. */
  readonly href: string;
}

export interface PlannedComputedPage extends PlannedEntry {
  readonly type: 'computed';
  readonly computed: ComputedPageSource;
}

export type PlannedPage = PlannedDocument | PlannedGroup | PlannedLink | PlannedComputedPage;

export interface PlannedFile {
  /** Path relative to the project directory. */
  readonly path: string;
  readonly oid: string;
  /** Size in bytes. */
  readonly size: number;
}

export interface PlannedReusableContent {
  readonly title: string;
  readonly path: string;
  readonly oid: string;
  /** Set if the text is known from the previous import and was not read. */
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

/** Target of a redirect. */
export type RedirectTarget = Exclude<ImportTarget, { readonly kind: 'space' | 'page-id' | 'deleted' }>;

export interface PlannedRedirect {
  /** Path below the space, as `formatSourcePath` spells it; unique. */
  readonly source: string;
  readonly target: RedirectTarget;
  /** Destination as written. */
  readonly destination: string;
}

/** Plan of an import: every page, file and setting of the project, in the repository's order. */
export interface ImportPlan {
  /** Content root relative to the project directory; empty for the project directory itself. */
  readonly root: string;
  /** Path relative to the project directory; null if navigation was inferred from folders. */
  readonly summaryPath: string | null;
  /** Pages, parents before their children, siblings in order. */
  readonly pages: readonly PlannedPage[];
  readonly files: readonly PlannedFile[];
  readonly reusableContents: readonly PlannedReusableContent[];
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly tags: readonly PlannedTag[];
  readonly redirects: readonly PlannedRedirect[];
  readonly report: readonly ImportReportEntry[];
}

/**
 * Role of a file in a project. `text`: a Markdown file that may be a page or be included by pages. `file`: media and
 * documents, imported if pages reference them; `asset`: those that are always imported. `structure`: files that define
 * how texts and files are combined, such as the summary. `settings`: files that configure how the project is read.
 * `other`: imported only if a cover or the summary references it.
 */
export type FileRole = 'text' | 'file' | 'asset' | 'structure' | 'settings' | 'other';

/** Layout of a project that is needed to read one of its texts alone. */
export interface TextContext {
  /** Content root relative to the project directory. */
  readonly root: string;
  readonly summaryPath: string | null;
  /** Paths of the imported files. */
  readonly files: ReadonlySet<string>;
}

/** Markdown file of a project, read on its own. */
export interface ParsedText {
  readonly fields: FrontMatterFields;
  readonly frontMatterSource: Uint8Array | null;
  readonly markdown: Uint8Array;
  /** Title from the front matter or from the heading at the beginning of the text. */
  readonly title: string | null;
  readonly heading: string | null;
  /** Imported files that would be imported because of this text: its cover, media and documents. */
  readonly referencedFiles: ReadonlySet<string>;
  /** Other references, as written, that would have to be imported if they existed. */
  readonly unresolvedTargets: ReadonlySet<string>;
  readonly report: readonly ImportReportEntry[];
}

/** Facts about a text that is not read again. */
export interface PriorText {
  /** Title of the text's page. */
  readonly title: string;
  /** Tells whether the heading differs from the title in the summary. */
  readonly titleDiffers: boolean;
  /** Condition under which sites show the page. */
  readonly condition?: string;
}

/** Results of the previous import, so that unchanged files need not be read. */
export interface PriorImport {
  /**
   * Returns the facts about the text with the object id `oid`, if all of them still hold for the present layout.
   * @param title title in the summary; empty if the summary has none, absent for an included text
   */
  text(path: string, oid: string, title?: string): PriorText | undefined;
  /** Files that unread texts reference. */
  readonly files: Iterable<string>;
}

/** Reads the layout of a documentation project in a Git repository. */
export interface RepositoryFormat {
  /**
   * Reads the project in `projectDirectory` (default: the repository's root) into a plan, without side effects. Texts
   * that `prior` knows are neither read nor reported on.
   * @throws Invalid naming `projectDirectory` if it is outside the repository or is not a directory of it
   * @throws any error of `files.read`
   */
  read(
    files: RepositoryFiles,
    options?: { readonly projectDirectory?: string; readonly prior?: PriorImport },
  ): Promise<ImportPlan>;

  /** Returns the role of the file at a path of the project. */
  roleOf(path: string, layout: Omit<TextContext, 'files'>): FileRole;

  /** Parses one Markdown file of a project. */
  readText(path: string, bytes: Uint8Array, context: TextContext): ParsedText;

  /**
   * Returns the report entry about pages whose heading differs from the summary, by path; undefined if there are none.
   */
  reportTitleDifferences(summaryPath: string, paths: Iterable<string>): ImportReportEntry | undefined;
}
