/** A test by its file in `test` and what it is called there. */
type Test = readonly [file: string, title: string];

/** What is tried against people and their rights, by the number and the words of the list of attacks, and the tests that hold it off. */
export const ATTACKS: Readonly<Record<string, readonly Test[]>> = {
  '1: another organization’s id': [['acceptance/access-matrix', 'is the same as to nothing: ${route.endpoint}']],
  '2: the own space with an id of another one': [['acceptance/access-matrix', 'finds nothing: ${route.endpoint}']],
  '3: the own organization with another’s site or provider': [['acceptance/access-matrix', 'is the same as to nothing: ${route.endpoint}'], ['acceptance/sites', 'takes another organization, another’s site and an unknown one for the same'], ['acceptance/saml-providers', 'are for administrators of the organization; of others they are unknown']],
  '4: two ids, one of them foreign': [['acceptance/second-ids', '${operation}: ${field}'], ['acceptance/permissions', 'of two ids both are looked at: users, teams and places of others are like none, and nothing is given when one is']],
  '5: a reader calls what writes': [['acceptance/levels', 'what is not for ${name}']],
  '6: what a removed member kept': [['acceptance/members', 'with their pages of lists, their links and all they saw'], ['acceptance/outlived-rights', 'opens nothing for ${who}'], ['acceptance/attacks', 'a member who loses the role loses with it what was kept: cursors, conditional answers, links']],
  '7: lists of who may not see any more': [['acceptance/permissions', 'end at once with whatever they hang on: the grant, the membership, the team, the member'], ['acceptance/change-request-lists', 'hold and count only what the caller may see, by defaults, collections, grants and roles'], ['acceptance/audit', 'until they are none: also on the next page']],
  '8: a role or a team for oneself': [['acceptance/members', 'that nobody changes for themselves who is no administrator'], ['acceptance/teams', 'are managed by their owners as far as members go, and by nobody else but administrators'], ['acceptance/attacks', 'nobody raises the own level, by any route or field']],
  '9: fields that are not the caller’s to set': [['acceptance/attacks', 'members of a body that are not the caller’s to set are ignored'], ['acceptance/sites', 'does not take fields that are not the caller’s to set']],
  '10: the last one goes, or two at once': [['acceptance/members', 'who can neither leave nor be demoted'], ['acceptance/members', 'whatever several of them do at once'], ['acceptance/teams', 'keep one of their owners when two of them go at the same time']],
  '11: a token by every scheme': [['acceptance/attacks', 'a scoped token is the same by every scheme there is: one'], ['acceptance/sign-in', 'takes a session from its cookie alone and a token from its header alone']],
  '12: a token in the address': [['acceptance/http-rules', 'is taken from the Authorization header alone'], ['acceptance/http-rules', 'keeps secrets out of the log'], ['acceptance/invite-links', 'are not in the log']],
  '13: ids of what hung on something deleted': [['acceptance/attacks', 'what hangs on something that was deleted is gone with it, and does not come back'], ['acceptance/space-life', 'has nothing below it any more: neither is it read nor changed, whatever is named']],
  '14: drafts and what is not shown': [['acceptance/published', 'shows what was merged, and nothing of what is still proposed'], ['acceptance/published', 'keeps hidden pages out of navigation, and what has a condition out of everything']],
  '15: search across what one may see': [['acceptance/search', 'tells the spaces with their best pages, and neither finds, counts nor corrects by what the caller may not see'], ['acceptance/attacks', 'lists show, count and page nothing that the caller may not see']],
  '16: a page of a list, altered or another’s': [['acceptance/http-lists', 'refuse a page that was altered, cut or made up'], ['acceptance/http-lists', 'refuse a page that another caller was given, and one token for another'], ['acceptance/http-lists', 'refuse a page of another list, of another organization, and of one filtered in another way']],
  '24: a forged host': [['acceptance/published', 'names only the configured origin, whatever host a request claims'], ['acceptance/site-hostnames', 'open nothing for who says that a proxy saw them, and make no link'], ['acceptance/site-hostnames', 'serve nothing but the site'], ['unit/adapters/http/request-host', 'is not what a caller says that a proxy saw']],
  '25: another’s hostname': [['acceptance/site-hostnames', 'belong to whoever proves them: a claim alone keeps nobody away'], ['acceptance/site-hostnames', 'are proven by one of those who prove them at the same time'], ['acceptance/site-hostnames', 'need a new proof once they were given up, or their site was deleted'], ['acceptance/site-hostnames', 'hold on for some days to a proof that is gone, and end then']],
  '32: an invitation again, by two, by another': [['acceptance/invitations', 'let somebody in who has no account, once, with the role that was given'], ['acceptance/invitations', 'let somebody in who has an account and is signed in with it, and nobody else'], ['acceptance/invitations', 'are taken up by one of those who come at the same time'], ['acceptance/mail', 'an account that somebody made with a link that was handed on passes to whoever the address belongs to']],
  '33: guessing passwords and codes': [['acceptance/mail', 'are ten for one account, from wherever; then even the right password has to wait'], ['acceptance/mail', 'are sixty from one address, and what a caller adds to the proxy’s header is no address'], ['acceptance/one-time-codes', 'are tried a few times, whatever address one comes from, and whichever ticket one holds'], ['unit/adapters/http/client-address', 'is not what the caller wrote before it']],
  '46: a link to a PDF file after it ended': [['acceptance/pdf', 'opens for nobody once the link is altered, too old, or its user may not see the space any more'], ['acceptance/outlived-rights', 'opens nothing for ${who}']],
  '56: an engine of translations answers what is none': [['acceptance/hostile-translations', 'such as ${what}, changes nothing: the source stands there, and people are told'], ['acceptance/hostile-translations', 'that writes Markdown into a text has it shown as text'], ['unit/domain/translations/check-answer', 'bring no addresses, elements or expressions of their own']],
};

/** Lines about what is not built yet: by what would be in the path of its first route. */
export const NOT_YET: Readonly<Record<string, string>> = {
  '17: keys of share links': '/share-links',
  '31: where redirects lead': '/redirects',
};
