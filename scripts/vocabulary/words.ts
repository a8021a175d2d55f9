/** Banned words of names, each with the word to take instead. Several words are found where they follow each other. */
export const NAMES: Readonly<Record<string, string>> = {
  wish: 'Input',
  wishes: 'Inputs',
  standing: 'AccessFacts',
  standings: 'AccessFacts',
  surroundings: 'RuntimeContext',
  bring: 'import',
  brings: 'imports',
  bringing: 'RemoteImport',
  brought: 'ImportResult',
  'bring back': 'restore',
  'spent mark': 'ConsumedToken',
  keepsake: 'VisitorCookie',
  keepsakes: 'VisitorCookies',
  sworn: 'validate',
  shelf: 'Cache',
  shelves: 'Caches',
  slab: 'LayoutBox',
  slabs: 'LayoutBoxes',
  lay: 'layout',
  laid: 'layout',
  elsewhere: 'CrossSpaceLinks',
  given: 'generated, or the noun that it is given as',
  told: 'Request or Reply',
  heard: 'Request or Reply',
  asked: 'Request or Query',
  wanted: 'Query or Target',
  sought: 'Query',
  belongings: 'dependents',
  remains: 'Purger',
  doomed: 'expired',
  doom: 'expire',
  'others turn': 'yieldToEventLoop',
  'in turns': 'inTimeSlices',
  'put off': 'defer',
  'give way': 'rerank or yield',
  'gives way': 'reranks or yields',
  'come out': 'detachFromCollection',
  'comes out': 'detachFromCollection',
  'took too long': 'WorkerTimeout',
  'let in': 'admit',
  'may in': 'isAllowed',
  'of absent': 'whenNotFound',
  unmoved: 'STALE_HEAD',
  endable: 'Terminable',
  somebody: 'user or caller',
  everybody: 'all users',
  whoever: 'caller or user',
  nature: 'contentType or kind',
  thing: 'resource',
  things: 'resources',
  colour: 'color',
  colours: 'colors',
  neighbour: 'neighbor',
  neighbours: 'neighbors',
  behaviour: 'behavior',
  labelled: 'labeled',
};

/** Terms of the field that contain a banned word. */
export const TERMS: readonly string[] = ['given name', 'roboto slab'];

/** Exports and files that are named by such a word alone, which is good for members and in other names. */
export const WHOLE_NAMES: Readonly<Record<string, string>> = {
  Attempts: 'RateLimiter',
  Remark: 'CommentBase',
  Order: 'JobRequest',
  Pages: 'HttpHandlers',
  Turns: 'TimeSlices',
  NameRecords: 'DnsResolver',
  OtherSpaces: 'CrossSpaceLinks',
  at: 'scope',
  around: 'RuntimeContext',
  having: '(none)',
  reach: 'recordSyncPoint',
  settle: 'clearPending',
  lost: 'onConflict',
  met: 'the event',
};

/** Participles without the regular ending; no type is named by one. */
export const IRREGULAR_PARTICIPLES: ReadonlySet<string> = new Set(
  (
    'begun born bound bought brought built chosen done drawn found given gone heard held hidden kept known laid led left ' +
    'lent lost made meant met named open read said seen sent set shown sold sought spent spoken sworn taken taught ' +
    'thought told understood unknown won written'
  )
    .split(' ')
    // These are nouns or adjectives besides.
    .filter((word) => !['open', 'read', 'set', 'bound', 'hidden', 'unknown', 'left', 'found'].includes(word)),
);
/** Nouns and verbs that end as participles do. */
export const NO_PARTICIPLES: ReadonlySet<string> = new Set(
  'bed bleed breed creed deed embed exceed feed greed need proceed red seed shed shred speed succeed weed'.split(' '),
);

/** First words of docstrings that make a clause of them. */
export const CLAUSES: readonly string[] = ['What', 'Whether', 'Where', 'So', 'How', 'Of'];

/** Banned phrases of sentences that users or maintainers read. */
export const PHRASES: Readonly<Record<string, string>> = {
  'any more': 'no longer',
  anymore: 'no longer',
  meanwhile: 'concurrently, or name the change',
  'it is not what': 'does not match',
  'as yet': 'yet',
  whoever: 'the user who',
  colour: 'color',
  colours: 'colors',
  neighbour: 'neighbor',
  neighbours: 'neighbors',
  behaviour: 'behavior',
  recognise: 'recognize',
  recognised: 'recognized',
  recognises: 'recognizes',
};
/** Besides these, of titles of tests. */
export const TITLES: Readonly<Record<string, string>> = {
  ours: 'of this instance, or the name of the part',
  'our own': 'of this instance, or the name of the part',
  told: 'notified, distinguished or stored',
  'goes on': 'continues',
  'go on': 'continue',
  'gives way': 'yields',
};
/** Besides these, of texts of the API. */
export const PERSONS: Readonly<Record<string, string>> = {
  somebody: 'a user',
  everybody: 'all users',
};
export const SUMMARY_WORDS: Readonly<Record<string, string>> = {
  say: 'update or set',
  let: 'allow or grant',
  put: 'add, set or replace',
  thing: 'the name of the resource',
  things: 'the name of the resources',
};
export const MAX_SUMMARY = 60;
/** Imperatives with which a summary may begin; add one that is missing. */
export const SUMMARY_VERBS: ReadonlySet<string> = new Set(
  (
    'Accept Add Approve Archive Assign Cancel Check Close Compare Confirm Connect Copy Create Decline Delete Disable ' +
    'Disconnect Download Duplicate Enable End Export Fetch Follow Generate Get Grant Hide Import Invite Join Leave Link ' +
    'List Lock Mark Merge Move Open Override Pause Prepare Preview Prove Publish Read Record Refresh Regenerate Reject Release ' +
    'Remove Rename Render Reopen Reorder Replace Request Reset Resolve Restore Resume Retry Revert Review Revoke Rotate Run Search ' +
    'Select Send Set Show Sign Start Stop Submit Sync Test Transfer Translate Trigger Turn Undo Unlink Unlock Unpublish ' +
    'Replay Update Upload Validate Verify View Withdraw'
  ).split(' '),
);
