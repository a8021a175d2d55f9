import { expect } from 'chai';
import {
  ChangeRequest,
  type ChangeRequestState,
  type ChangeRequestStatus,
} from '../../../src/domain/change-requests/change-request.ts';
import { Conflict, Invalid } from '../../../src/domain/kernel/errors.ts';
import {
  MAX_APPROVALS,
  parseMergeRules,
  findUnmetRules,
  type MergeCandidate,
  type MergeRules,
  type MergeRulesInput,
  type StandardMergeRule,
} from '../../../src/domain/change-requests/merge-rules.ts';
import { MAX_EXPRESSION_LENGTH } from '../../../src/domain/kernel/expressions/expression.ts';

const AT = '2030-01-01T00:00:00.000Z';
const LATER = '2030-01-02T00:00:00.000Z';
const opened = (): ChangeRequest =>
  ChangeRequest.open({ id: 'c', spaceId: 's', number: 1, subject: 'Typos', createdBy: 'ann', from: 'r1', at: AT });
const inState = (status: ChangeRequestStatus, more: Partial<ChangeRequestState> = {}): ChangeRequest =>
  ChangeRequest.restore({ ...opened().snapshot(), status, ...more });

describe('ChangeRequest', () => {
  it('is open when created, based on the revision it was created from', () => {
    expect(opened().snapshot()).to.include({
      status: 'open',
      revisionInitial: 'r1',
      revisionMergedAncestor: null,
      revisionMerged: null,
    });
    expect(opened().base).to.equal('r1');
  });

  for (const from of ['draft', 'open', 'archived'] as const)
    for (const to of ['draft', 'open', 'archived'] as const)
      it(`changes from ${from} to ${to} on request`, () => {
        const changeRequest = inState(from);
        const updatedAt = from === to ? changeRequest.snapshot().updatedAt : LATER;
        changeRequest.change({ status: to }, LATER);
        expect(changeRequest.snapshot()).to.include({ status: to, updatedAt, subject: 'Typos' });
      });

  it('is based on the latest merged revision of the space after an update', () => {
    const changeRequest = opened();
    changeRequest.recordUpdate('r2', LATER);
    expect(changeRequest.base).to.equal('r2');
  });

  it('records the revision that its merge created', () => {
    const changeRequest = opened();
    changeRequest.recordMerge('r9', LATER);
    expect(changeRequest.snapshot()).to.include({ status: 'merged', revisionMerged: 'r9', updatedAt: LATER });
  });

  for (const [status, reason] of [
    ['draft', 'is a draft'],
    ['archived', 'is archived'],
    ['merged', 'is already merged'],
  ] as const)
    it(`cannot be merged while ${status}`, () => {
      const changeRequest = inState(status);
      expect(() => changeRequest.recordMerge('r9', LATER)).to.throw(Conflict, reason);
      expect(changeRequest.snapshot().status).to.equal(status);
    });

  for (const [name, act] of [
    ['edited', (it: ChangeRequest) => it.recordEdit(LATER)],
    ['updated', (it: ChangeRequest) => it.recordUpdate('r2', LATER)],
  ] as const) {
    it(`can be ${name} as a draft`, () => expect(() => act(inState('draft'))).not.to.throw());
    for (const status of ['archived', 'merged'] as const)
      it(`cannot be ${name} when ${status}`, () => expect(() => act(inState(status))).to.throw(Conflict, status));
  }

  it('does not change its subject or status once merged', () => {
    for (const change of [{ subject: 'New' }, { status: 'open' as const }])
      expect(() => inState('merged').change(change, LATER)).to.throw(Conflict, 'already merged');
  });

  it('returns each event once', () => {
    const changeRequest = opened();
    changeRequest.recordMerge('r9', LATER);
    expect(changeRequest.takeEvents().map(({ type }) => type)).to.deep.equal([
      'change-request.created',
      'change-request.merged',
    ]);
    expect(changeRequest.takeEvents()).to.deep.equal([]);
  });
});

const HEAD = 'head';
const candidate = (more: Partial<MergeCandidate> = {}): MergeCandidate => ({
  number: 7,
  subject: 'Better words',
  author: 'ann',
  description: '',
  agentTaskId: null,
  revision: HEAD,
  outdated: false,
  comments: 0,
  reviews: [],
  merger: { id: 'max', level: 'review' },
  ...more,
});
/** Number of a revision in the branch: `r3` is the third. */
const numberOf = (revision: string): number => Number(/^r(\d+)$/.exec(revision)?.[1] ?? 0);
const approved = (reviewerId: string, revision = HEAD, lastChange: string | null = null) => ({
  reviewerId,
  status: 'approved' as const,
  revision,
  position: numberOf(revision),
  lastChange: lastChange === null ? null : numberOf(lastChange),
});
const objected = (reviewerId: string, revision = HEAD) => ({
  reviewerId,
  status: 'changes-requested' as const,
  revision,
  position: numberOf(revision),
  lastChange: null,
});
const unmet = (rules: MergeRules, more: Partial<MergeCandidate> = {}): string[] =>
  findUnmetRules(rules, candidate(more)).map(({ rule, message }) => `${rule}: ${message}`);

describe('findUnmetRules', () => {
  it('requires nothing without rules', () => {
    expect(unmet({}, { subject: '', outdated: true, comments: 9, reviews: [objected('bob')] })).to.deep.equal([]);
  });

  describe('with required approvals', () => {
    it('counts each reviewer who approved the present content, except the author', () => {
      expect(unmet({ approvals: 2 }, { reviews: [approved('bob'), approved('cem')] })).to.deep.equal([]);
      expect(unmet({ approvals: 2 }, { reviews: [approved('bob')] })).to.deep.equal([
        'approvals: the current content has 1 of 2 required approvals',
      ]);
      expect(unmet({ approvals: 2 }, { reviews: [approved('bob'), approved('ann')] })).to.have.lengthOf(1);
      expect(unmet({ approvals: 2 }, { reviews: [approved('bob'), approved('cem', 'before')] })).to.have.lengthOf(1);
    });

    it('[A78] ignores reviewers who changed the content after the last approval by someone else', () => {
      const rules = { approvals: 1 };
      const refusal =
        'approvals: the current content has 0 of 1 required approvals; one approval does not count because nobody else has approved the changes of the reviewer';
      const at = (...reviews: MergeCandidate['reviews']) => unmet(rules, { revision: 'r3', reviews });
      expect(at(approved('bob', 'r3', 'r3'))).to.deep.equal([refusal]);
      expect(at(approved('bob', 'r3', 'r1'))).to.deep.equal([refusal]);
      expect(at(approved('bob', 'r3', 'r2'), approved('cem', 'r1'))).to.deep.equal([refusal]);
      expect(at(approved('bob', 'r3', 'r2'), approved('cem', 'r2'))).to.deep.equal([]);
      expect(at(approved('bob', 'r3', 'r2'), approved('ann', 'r3'))).to.deep.equal([refusal]);
      expect(at(approved('bob', 'r3', 'r2'), objected('cem', 'r3'))).to.deep.equal([
        refusal,
        'approvals: a reviewer requests changes',
      ]);
      expect(
        unmet(
          { approvals: 2 },
          { revision: 'r3', reviews: [approved('bob', 'r3', 'r2'), approved('cem', 'r3', 'r3')] },
        ),
        'each approves the other',
      ).to.deep.equal([]);
      expect(
        unmet(
          { expression: 'reviews.approvals == 0 && reviews.approvedBy.length == 0' },
          { reviews: [approved('bob', HEAD, HEAD)] },
        ),
      ).to.deep.equal([]);
    });

    it('blocks on requested changes, whatever the approvals and later edits', () => {
      for (const revision of [HEAD, 'before']) {
        expect(unmet({ approvals: 1 }, { reviews: [approved('bob'), objected('cem', revision)] })).to.deep.equal([
          'approvals: a reviewer requests changes',
        ]);
      }
      expect(unmet({ approvals: 0 }, { reviews: [objected('bob'), objected('cem')] })).to.deep.equal([
        'approvals: 2 reviewers request changes',
      ]);
      expect(unmet({ approvals: 0 })).to.deep.equal([]);
    });
  });

  it('requires an up-to-date content, resolved comments and a subject', () => {
    expect(unmet({ upToDate: true }, { outdated: true })).to.deep.equal([
      'upToDate: the change request is outdated; update the change request before merging',
    ]);
    expect(unmet({ commentsResolved: true }, { comments: 1 })).to.deep.equal([
      'commentsResolved: one comment is not resolved',
    ]);
    expect(unmet({ commentsResolved: true }, { comments: 3 })).to.deep.equal([
      'commentsResolved: 3 comments are not resolved',
    ]);
    for (const subject of ['', ' \t\n', '\u200b', '\u00a0\u2060\u2800'])
      expect(unmet({ subject: true }, { subject })).to.deep.equal(['subject: the change request has no subject']);
    expect(unmet({ upToDate: true, commentsResolved: true, subject: true })).to.deep.equal([]);
  });

  it('lists every unmet rule', () => {
    const rules: MergeRules = {
      approvals: 1,
      upToDate: true,
      commentsResolved: true,
      subject: true,
      expression: 'false',
    };
    expect(
      findUnmetRules(rules, candidate({ subject: '', outdated: true, comments: 2, reviews: [objected('bob')] })).map(
        ({ rule }) => rule,
      ),
    ).to.deep.equal(['approvals', 'approvals', 'upToDate', 'commentsResolved', 'subject', 'expression']);
  });

  describe('with an expression', () => {
    const passes = (expression: string, more: Partial<MergeCandidate> = {}): boolean =>
      unmet({ expression }, more).length === 0;

    it('evaluates the change request, its reviews and the merging user', () => {
      expect(passes('changeRequest.subject.startsWith("DOC-")', { subject: 'DOC-7 Better words' })).to.equal(true);
      expect(passes('changeRequest.subject.startsWith("DOC-")')).to.equal(false);
      expect(
        passes(
          'changeRequest.number == 7 && changeRequest.author == "ann" && !changeRequest.outdated && changeRequest.comments == 0 && changeRequest.agentTask == null',
        ),
      ).to.equal(true);
      expect(passes('changeRequest.agentTask == "t"', { agentTaskId: 't' })).to.equal(true);
      const reviews = [approved('bob'), approved('cem'), approved('dan', 'before'), objected('eve')];
      expect(
        passes(
          'reviews.approvals == 2 && "cem" in reviews.approvedBy && reviews.changesRequested == 1 && reviews.changesRequestedBy.includes("eve")',
          { reviews },
        ),
      ).to.equal(true);
      expect(passes('merger.id != changeRequest.author && merger.level == "review"')).to.equal(true);
    });

    it('accepts no value but true', () => {
      for (const expression of [
        '1',
        '"true"',
        'reviews',
        'reviews.approvedBy',
        'null',
        'undefined',
        'nothing.known',
        'changeRequest.subject',
      ])
        expect(passes(expression), expression).to.equal(false);
    });

    it('blocks and reports an expression that cannot be parsed or takes too many steps', () => {
      expect(unmet({ expression: 'changeRequest.subject ==' })).to.have.lengthOf(1);
      const long = Array(150).fill('changeRequest.subject').join(' + ');
      const [message, ...more] = unmet({ expression: `(${long}).length > 0` }, { subject: 'x'.repeat(100) });
      expect(more).to.deep.equal([]);
      expect(message).to.match(
        /^expression: the merge expression of the space cannot be evaluated: the expression takes too many steps$/,
      );
    });
  });

  describe('with rules in the form of newer clients', () => {
    const reviews = [approved('bob'), objected('cem', 'old')];
    const cases: readonly (readonly [StandardMergeRule, Partial<MergeCandidate>, Partial<MergeCandidate>])[] = [
      [
        { rule: 'require_at_least_one_review' },
        { reviews: [objected('cem')] },
        { reviews: [objected('cem', 'old'), approved('ann')] },
      ],
      [{ rule: 'require_at_least_one_approved_review' }, { reviews }, { reviews: [approved('bob', 'old')] }],
      [{ rule: 'require_all_reviews_approved' }, { reviews: [approved('bob', 'old')] }, { reviews }],
      [
        { rule: 'require_specific_reviewers', users: ['bob', 'dan'] },
        { reviews: [...reviews, approved('dan')] },
        { reviews },
      ],
      [
        { rule: 'require_one_of_specific_reviewers', users: ['bob', 'dan'] },
        { reviews },
        { reviews: [approved('cem')] },
      ],
      [{ rule: 'require_up_to_date_change_request' }, { outdated: false }, { outdated: true }],
      [{ rule: 'require_change_request_subject' }, { subject: 'Words' }, { subject: ' \u200b' }],
      [{ rule: 'require_change_request_description' }, { description: 'Words' }, { description: '\u200b' }],
      [{ rule: 'require_author_to_merge' }, { author: 'max' }, { author: 'ann' }],
      [{ rule: 'custom', expression: 'changeRequest.comments == 0' }, { comments: 0 }, { comments: 1 }],
    ];
    for (const [rule, met, missed] of cases)
      it(`requires what ${rule.rule} states`, () => {
        expect(unmet({ standard: [rule] }, met)).to.deep.equal([]);
        expect(findUnmetRules({ standard: [rule] }, candidate(missed)).map((each) => each.rule)).to.deep.equal([
          rule.rule,
        ]);
      });

    it('does not count the approval of a required reviewer who wrote the content', () => {
      const rule = { rule: 'require_specific_reviewers', users: ['bob'] } as const;
      expect(unmet({ standard: [rule] }, { reviews: [approved('bob', HEAD, HEAD)] })).to.deep.equal([
        'require_specific_reviewers: 1 of 1 required reviewers have not approved the current content',
      ]);
    });

    it('gives the message of a custom rule', () => {
      const rule = { rule: 'custom', expression: 'false', message: 'Wait for the release.' } as const;
      expect(unmet({ standard: [rule] })).to.deep.equal(['custom: Wait for the release.']);
    });

    it('requires nothing of those who may bypass the rules, and everything of others', () => {
      const standard = [{ rule: 'require_change_request_subject' }, { rule: 'allow_bypass', users: ['max'] }] as const;
      expect(unmet({ standard }, { subject: '' })).to.deep.equal([]);
      expect(unmet({ standard }, { subject: '', merger: { id: 'eve', level: 'admin' } })).to.have.length(1);
    });
  });

  describe('parseMergeRules', () => {
    const refused = (rules: MergeRulesInput): string => {
      try {
        parseMergeRules(rules);
      } catch (error) {
        return (error as Invalid).issues.map(({ path }) => path).join();
      }
      return expect.fail('was not refused');
    };

    it('returns null without any rule', () => {
      for (const rules of [
        null,
        {},
        { approvals: null, upToDate: false, commentsResolved: null, subject: false, expression: '' },
      ])
        expect(parseMergeRules(rules)).to.equal(null);
      expect(parseMergeRules({ approvals: 0 })).to.deep.equal({ approvals: 0 });
      const all = { approvals: 2, upToDate: true, commentsResolved: true, subject: true, expression: 'true' } as const;
      expect(parseMergeRules(all)).to.deep.equal(all);
    });

    it('names each user of a rule once', () => {
      const rule = 'require_specific_reviewers' as const;
      expect(parseMergeRules({ rules: [{ rule, users: ['u', 'v', 'u'] }] })).to.deep.equal({
        standard: [{ rule, users: ['u', 'v'] }],
      });
    });

    it('keeps rules in the form of newer clients as they are', () => {
      const standard = [
        { rule: 'require_at_least_one_review' },
        { rule: 'custom', expression: 'true', message: 'Never shown.' },
      ] as const;
      expect(parseMergeRules({ type: 'rules', rules: standard })).to.deep.equal({ standard });
      for (const type of ['none', 'rules'] as const) expect(parseMergeRules({ type, rules: [] })).to.equal(null);
      expect(refused({ type: 'none', rules: standard })).to.equal('mergeRules.type');
      expect(refused({ approvals: 1, rules: standard })).to.equal('mergeRules.rules');
      expect(refused({ rules: [standard[0], { rule: 'custom', expression: '(' }] })).to.equal(
        'mergeRules.rules.1.expression',
      );
    });

    it('accepts 0 to 100 approvals', () => {
      expect(parseMergeRules({ approvals: MAX_APPROVALS })).to.deep.equal({ approvals: MAX_APPROVALS });
      for (const approvals of [-1, MAX_APPROVALS + 1, 1.5, NaN, Infinity])
        expect(refused({ approvals })).to.equal('mergeRules.approvals');
    });

    it('accepts a valid expression up to the maximum length', () => {
      const longest = `"${'x'.repeat(MAX_EXPRESSION_LENGTH - 2)}"`;
      expect(parseMergeRules({ expression: longest })).to.deep.equal({ expression: longest });
      const attacks = [
        `${longest} `,
        'constructor.constructor("return process")()',
        '(() => true)()',
        'while (true) {}',
        'a = 1',
        '`${1}`',
        'new Date()',
        `${'('.repeat(1000)}1${')'.repeat(1000)}`,
        'merger.id[',
      ];
      for (const expression of attacks)
        expect(refused({ expression }), expression.slice(0, 40)).to.equal('mergeRules.expression');
    });
  });
});
