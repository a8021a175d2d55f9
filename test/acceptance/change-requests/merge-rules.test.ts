import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { beforeNextLock } from '../../support/next-work.ts';
import { must, World, type Person } from '../../support/world.ts';

onEveryBackend('merge rules', (backend) => {
  let world: World;
  let author: Person;
  let one: Person;
  let two: Person;
  let draft: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
    [author, one, two] = (await Promise.all([0, 1, 2].map(() => world.member('review')))) as [Person, Person, Person];
  });
  beforeEach(async () => {
    draft = await Draft.on(author, (await world.space()).id);
    await draft.edit(insert('Page'));
  });
  const ask = (mergeRules: unknown) => world.admin.api.patch(draft.space, { mergeRules });
  const review = async (by: Person, status = 'approved', more: object = {}): Promise<any> =>
    must(await by.api.post(`${draft.path}/reviews`, { status, ...more }), 201);
  /** The rules that stand in the way of a merge, which leaves everything as it was. */
  const inTheWay = async (of: Draft = draft): Promise<string[]> => {
    const before = [await of.inSpace(''), await of.get('')];
    const { error } = await of.refusedMerge();
    for (const { message } of error.rules) expect(error.message).to.include(message);
    expect([await of.inSpace(''), await of.get('')]).to.deep.equal(before);
    return error.rules.map(({ rule }: any) => rule);
  };

  /** The merge rules of a space as they were set. */
  const rulesOf = ({ mergeRules: { type, rules, ...own } }: any): unknown => {
    expect([type, rules === undefined]).to.deep.equal(
      Object.keys(own).length === 0 ? ['none', true] : ['rules', false],
    );
    return own;
  };

  describe('updateSpaceById', () => {
    it('sets merge rules, replaces them as a whole, and removes them', async () => {
      expect((await draft.inSpace('')).mergeRules).to.deep.equal({ type: 'none' });
      const rules = {
        approvals: 2,
        upToDate: true,
        commentsResolved: true,
        subject: true,
        expression: 'changeRequest.number > 0',
      };
      const { mergeRules } = must(await ask(rules), 200);
      expect(mergeRules).to.deep.equal({
        type: 'rules',
        rules: [
          { rule: 'custom', expression: 'reviews.approvals >= 2' },
          { rule: 'custom', expression: 'reviews.changesRequested == 0' },
          { rule: 'require_up_to_date_change_request' },
          { rule: 'custom', expression: 'changeRequest.comments == 0' },
          { rule: 'require_change_request_subject' },
          { rule: 'custom', expression: 'changeRequest.number > 0' },
        ],
        ...rules,
      });
      expect(must(await ask(mergeRules), 200).mergeRules, 'sent back as read').to.deep.equal(mergeRules);
      expect(rulesOf(await draft.inSpace(''))).to.deep.equal(rules);
      const listed = must(await author.api.get(`/v1/orgs/${world.organizationId}/spaces?limit=1000`), 200).items.find(
        ({ id }: any) => id === draft.spaceId,
      );
      expect(rulesOf(listed)).to.deep.equal(rules);
      must(await world.admin.api.patch(draft.space, { title: 'Renamed' }), 200);
      expect(rulesOf(await draft.inSpace(''))).to.deep.equal(rules);
      expect(rulesOf(must(await ask({ subject: true, upToDate: false, approvals: null }), 200))).to.deep.equal({
        subject: true,
      });
      for (const nothing of [null, {}, { subject: false }]) {
        must(await ask({ subject: true }), 200);
        expect(must(await ask(nothing), 200).mergeRules).to.deep.equal({ type: 'none' });
        expect((await draft.inSpace('')).mergeRules).to.deep.equal({ type: 'none' });
      }
    });

    it('sets rules in the form of newer clients, and shows them as they were set', async () => {
      const rules = [
        { rule: 'require_at_least_one_review' },
        { rule: 'require_specific_reviewers', users: [one.userId] },
        { rule: 'allow_bypass', users: [author.userId] },
        { rule: 'custom', expression: 'changeRequest.number > 0', message: 'Number the change request.' },
      ];
      const { mergeRules } = must(await ask({ type: 'rules', rules }), 200);
      expect(mergeRules).to.deep.equal({ type: 'rules', rules });
      expect(must(await ask(mergeRules), 200).mergeRules, 'sent back as read').to.deep.equal(mergeRules);
      expect((await draft.inSpace('')).mergeRules).to.deep.equal({ type: 'rules', rules });
      expect(rulesOf(must(await ask({ subject: true }), 200))).to.deep.equal({ subject: true });
    });

    it('takes the rules of the organization, and keeps none of its own beside them', async () => {
      const inherited = must(await ask({ type: 'inherit' }), 200).mergeRules;
      expect(inherited).to.deep.equal({ type: 'inherit' });
      expect((await draft.inSpace('')).mergeRules).to.deep.equal({ type: 'inherit' });
      expect(must(await ask(inherited), 200).mergeRules, 'sent back as read').to.deep.equal(inherited);
      expect(rulesOf(must(await ask({ subject: true }), 200))).to.deep.equal({ subject: true });
    });

    it('refuses rules about people who cannot see the space or cannot review in it', async () => {
      const stranger = await world.stranger();
      const reader = await world.member('read');
      const name = (rule: string, user: string) => ask({ rules: [{ rule, users: [one.userId, user] }] });
      for (const rule of ['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass']) {
        expect(must(await name(rule, stranger.userId), 404).error.message).to.equal('user not found');
        must(await name(rule, 'AAAAAAAAAAAAAAAAAAAA'), 404);
      }
      expect(must(await name('require_specific_reviewers', reader.userId), 400).error.issues).to.deep.equal([
        { path: 'mergeRules.rules.0.users.1', message: 'names a user who cannot review in this space' },
      ]);
      must(await name('allow_bypass', reader.userId), 200);
    });

    it('is for those who may change the space, for merge rules as well', async () => {
      for (const role of ['read', 'edit', 'review'] as const)
        must(await (await world.member(role)).api.patch(draft.space, { mergeRules: { approvals: 1 } }), 403);
      must(await (await world.member('create')).api.patch(draft.space, { mergeRules: { approvals: 1 } }), 200);
    });

    it('names the wrong merge rules, and changes nothing', async () => {
      must(await ask({ approvals: 1 }), 200);
      const wrong: readonly (readonly [unknown, string])[] = [
        [{ approvals: -1 }, 'mergeRules.approvals'],
        [{ approvals: 101 }, 'mergeRules.approvals'],
        [{ approvals: 1.5 }, 'mergeRules.approvals'],
        [{ approvals: '1' }, 'mergeRules.approvals'],
        [{ upToDate: 'yes' }, 'mergeRules.upToDate'],
        [{ commentsResolved: 1 }, 'mergeRules.commentsResolved'],
        [{ approval: 1 }, 'mergeRules'],
        [[], 'mergeRules'],
        ['approvals', 'mergeRules'],
        [{ type: 'inherit', approvals: 1 }, 'mergeRules.type'],
        [{ type: 'inherited' }, 'mergeRules.type'],
        [{ type: 'none', approvals: 1 }, 'mergeRules.type'],
        [{ approvals: 1, rules: [{ rule: 'require_change_request_subject' }] }, 'mergeRules.rules'],
        [{ rules: [{ rule: 'require_agent_review' }] }, 'mergeRules.rules.0.rule'],
        [{ rules: [{ rule: 'require_specific_reviewers', users: [] }] }, 'mergeRules.rules.0.users'],
        [{ rules: [{ rule: 'custom', expression: '(' }] }, 'mergeRules.rules.0.expression'],
      ];
      for (const [rules, path] of wrong)
        expect(must(await ask(rules), 400).error.issues[0].path, JSON.stringify(rules)).to.equal(path);
      must(await world.admin.api.patch(draft.space, { title: 'No', mergeRules: { expression: '(' } }), 400);
      const kept = await draft.inSpace('');
      expect([kept.title, rulesOf(kept)]).to.deep.equal(['Docs', { approvals: 1 }]);
      must(await ask({ approvals: 100 }), 200);
    });

    it('[A21] refuses expressions that reach outside, never end or are huge, without running them', async () => {
      const attacks = [
        'constructor.constructor("return process")()',
        'changeRequest.constructor.constructor("return this")().process.exit()',
        '"".constructor.fromCharCode(88)',
        'while (true) {}',
        '(() => { for (;;) {} })()',
        'f(f)',
        'import("node:fs")',
        '`${1}`',
        'changeRequest.subject = "x"',
        `"${'x'.repeat(5000)}"`,
        '('.repeat(5000),
        '!'.repeat(4000) + 'true',
        '"a".repeat(1e9)',
      ];
      for (const expression of attacks) {
        const { error } = must(await ask({ expression }), 400);
        expect(error.issues[0].path, expression.slice(0, 60)).to.equal('mergeRules.expression');
      }
      expect((await draft.inSpace('')).mergeRules).to.deep.equal({ type: 'none' });
    });
  });

  describe('updateOrganizationById', () => {
    const organization = () => `/v1/orgs/${world.organizationId}`;
    const askAll = (mergeRules: unknown) => world.admin.api.patch(organization(), { mergeRules });
    afterEach(async () => must(await askAll(null), 200));

    it('sets the rules of the spaces that inherit them, and of no other', async () => {
      expect(must(await world.admin.api.get(organization()), 200).mergeRules).to.deep.equal({ type: 'none' });
      const { mergeRules } = must(await askAll({ approvals: 1 }), 200);
      expect(mergeRules).to.include({ type: 'rules', approvals: 1 });
      expect(must(await world.admin.api.get(organization()), 200).mergeRules).to.deep.equal(mergeRules);
      await draft.merge();
      draft = await draft.another();
      await draft.edit(insert('More'));
      must(await ask({ type: 'inherit' }), 200);
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(one);
      await draft.merge();
    });

    it('requires nothing of spaces that inherit while the organization has no rules', async () => {
      must(await ask({ type: 'inherit' }), 200);
      await draft.merge();
    });

    it('names the wrong rules, and those about people who are no members', async () => {
      const stranger = await world.stranger();
      const bypass = (user: string) => ({ rules: [{ rule: 'allow_bypass', users: [one.userId, user] }] });
      must(await askAll(bypass(stranger.userId)), 404);
      expect(must(await askAll({ type: 'inherit' }), 400).error.issues[0].path).to.equal('mergeRules.type');
      expect(must(await askAll({ approvals: -1 }), 400).error.issues[0].path).to.equal('mergeRules.approvals');
      must(await one.api.patch(organization(), { mergeRules: { approvals: 0 } }), 403);
      must(await askAll(bypass(two.userId)), 200);
    });
  });

  describe('removeMemberFromOrganizationById', () => {
    /** Removes a member, who returns with the role `review`. */
    const renew = async ({ userId }: Person, { organizationId, operator, admin }: World = world): Promise<void> => {
      must(await admin.api.delete(`/v1/orgs/${organizationId}/members/${userId}`), 205);
      must(await operator.put(`/v1/instance/orgs/${organizationId}/members/${userId}`, { role: 'review' }), 200);
    };
    const standardRules = async (): Promise<any[]> => (await draft.inSpace('')).mergeRules.rules;

    it('ends the right to bypass the rules, which does not return with the member', async () => {
      const [leaving, staying] = [await world.member('review'), await world.member('review')];
      const rule = { rule: 'require_specific_reviewers', users: [one.userId] };
      must(await ask({ rules: [rule, { rule: 'allow_bypass', users: [leaving.userId, staying.userId] }] }), 200);
      await renew(leaving);
      expect(await standardRules()).to.deep.equal([rule, { rule: 'allow_bypass', users: [staying.userId] }]);
      const refused = must(await leaving.api.post(`${draft.path}/merge`), 409);
      expect(refused.error.rules.map(({ rule }: any) => rule)).to.deep.equal(['require_specific_reviewers']);
      await renew(staying);
      expect(await standardRules()).to.deep.equal([rule]);
      must(await staying.api.post(`${draft.path}/merge`), 409);
    });

    it('refuses merges that required an approval of the member, until the rules are changed', async () => {
      const leaving = await world.member('review');
      for (const [rule, users, remaining] of [
        ['require_specific_reviewers', [leaving.userId, one.userId], [one.userId]],
        ['require_specific_reviewers', [leaving.userId], []],
        ['require_one_of_specific_reviewers', [leaving.userId], []],
      ] as const) {
        must(await ask({ rules: [{ rule, users }] }), 200);
        await renew(leaving);
        for (const by of [leaving, one]) await review(by);
        expect(await inTheWay()).to.deep.equal(['custom']);
        const rules = await standardRules();
        expect(rules.filter((each) => each.rule === rule)).to.deep.equal(
          remaining.length === 0 ? [] : [{ rule, users: remaining }],
        );
        expect(rules.at(-1).message).to.include('a user who has left the organization');
        must(await ask({ type: 'rules', rules }), 200);
      }
      must(await ask({ rules: [{ rule: 'require_one_of_specific_reviewers', users: [one.userId, two.userId] }] }), 200);
      await draft.merge();
    });

    it('keeps one of several reviewers, in deleted spaces and in the rules of the organization as well', async () => {
      const own = await World.create(world.instance);
      const [leaving, staying] = [await own.member('review'), await own.member('review')];
      const rules = [{ rule: 'require_one_of_specific_reviewers', users: [leaving.userId, staying.userId] }];
      const after = [{ rule: 'require_one_of_specific_reviewers', users: [staying.userId] }];
      const organization = `/v1/orgs/${own.organizationId}`;
      const space = `/v1/spaces/${(await own.space()).id}`;
      must(await own.admin.api.patch(organization, { mergeRules: { rules } }), 200);
      must(await own.admin.api.patch(space, { mergeRules: { rules } }), 200);
      must(await own.admin.api.delete(space), 205);
      await renew(leaving, own);
      must(await own.admin.api.post(`${space}/restore`), 200);
      for (const path of [organization, space])
        expect(must(await own.admin.api.get(path), 200).mergeRules.rules).to.deep.equal(after);
    });

    it('leaves nobody in rules that are set at the same time', async () => {
      const own = await World.create(world.instance);
      const setter = await own.member('admin');
      const organization = `/v1/orgs/${own.organizationId}`;
      for (const path of [organization, `/v1/spaces/${(await own.space()).id}`]) {
        const leaving = await own.member('review');
        const mergeRules = { rules: [{ rule: 'allow_bypass', users: [leaving.userId] }] };
        beforeNextLock(own.instance, setter, async () =>
          must(await own.admin.api.delete(`${organization}/members/${leaving.userId}`), 205),
        );
        must(await setter.api.patch(path, { mergeRules }), 404);
      }
    });
  });

  describe('mergeChangeRequest', () => {
    const edit = async (by: Person, changes: readonly object[] = [insert('Slipped in')]): Promise<any> =>
      must(await by.api.post(`${draft.path}/content`, { changes }), 200);

    it('[A78] ignores the approval of a reviewer who pushed after the last approval by someone else', async () => {
      must(await ask({ approvals: 1 }), 200);
      await review(two);
      await edit(one);
      await review(one);
      expect(await inTheWay()).to.deep.equal(['approvals']);
      expect(must(await one.api.post(`${draft.path}/merge`), 409).error.message).to.include(
        'nobody else has approved the changes of the reviewer',
      );
      await review(two);
      must(await one.api.post(`${draft.path}/merge`), 200);
    });

    it('[A78] ignores approvals from before the last push by anybody', async () => {
      must(await ask({ approvals: 1 }), 200);
      await review(one);
      await edit(two);
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(one);
      await draft.merge();
    });

    it('[A78] counts a contributor again as soon as someone else has approved the contribution', async () => {
      must(await ask({ approvals: 2 }), 200);
      await edit(one);
      await review(one);
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(two);
      await draft.merge();
    });

    it('[A78] does not let an approval by somebody who may no longer review vouch for a contributor', async () => {
      const leaving = await world.member('review');
      must(await ask({ approvals: 1 }), 200);
      await edit(one);
      await review(leaving);
      await review(one);
      must(
        await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${leaving.userId}`, {
          role: 'edit',
        }),
        200,
      );
      expect(await inTheWay()).to.deep.equal(['approvals']);
    });

    it('[A78] takes the resolution of a conflict for a contribution, and an update without one for none', async () => {
      const page = await draft.insert({ title: 'Both' });
      await draft.merge();
      const aside = await draft.another();
      draft = await draft.another();
      await aside.edit(insert('Beside'));
      await aside.merge();
      await draft.update(page, { title: 'Mine' });
      must(await ask({ approvals: 1 }), 200);
      expect(must(await one.api.post(`${draft.path}/update`), 200).result).to.equal('update');
      await review(one);
      must(await ask(null), 200);
      const theirs = await draft.another();
      await theirs.update(page, { title: 'Theirs' });
      await theirs.merge();
      must(await ask({ approvals: 1 }), 200);
      expect(must(await one.api.post(`${draft.path}/update`), 200).result).to.equal('conflicts');
      await review(one);
      // The conflict is what is left in the way.
      expect((await draft.refusedMerge()).result).to.equal('conflicts');
      must(await one.api.post(`${draft.path}/conflicts/${page}/resolve`, { take: 'theirs' }), 200);
      await review(one);
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(two);
      await draft.merge();
    });

    it('[A78] gives expressions the same approvals', async () => {
      must(await ask({ expression: 'reviews.approvals >= 1' }), 200);
      await edit(one);
      await review(one);
      expect(await inTheWay()).to.deep.equal(['expression']);
      await review(two);
      await draft.merge();
    });

    it('[A21] refuses to merge when an expression exceeds its budget', async () => {
      must(await author.api.patch(draft.path, { subject: 'x'.repeat(100) }), 200);
      const sum = Array(150).fill('changeRequest.subject').join(' + ');
      must(await ask({ expression: `(${sum}).length > 0` }), 200);
      expect(await inTheWay()).to.deep.equal(['expression']);
      expect((await draft.refusedMerge()).error.message).to.include(
        'cannot be evaluated: the expression takes too many steps',
      );
      for (const harmless of [
        'changeRequest["constructor"]',
        'changeRequest.__proto__',
        'changeRequest.toString',
        'reviews["__proto__"]["polluted"]',
      ]) {
        must(await ask({ expression: `${harmless} != undefined` }), 200);
        expect(await inTheWay(), harmless).to.deep.equal(['expression']);
      }
    });

    it('requires approvals of the present content by others', async () => {
      must(await ask({ approvals: 2 }), 200);
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(one);
      await review(one);
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(two);
      await draft.edit(insert('Sneaked in'));
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(one);
      await review(two);
      const { data } = await author.client.spaces.mergeChangeRequest(draft.spaceId, draft.id);
      expect(data.result).to.equal('merge');
    });

    it('is refused while a reviewer who requested changes has not approved', async () => {
      must(await ask({ approvals: 0 }), 200);
      await review(one, 'changes-requested');
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await draft.edit(insert('Answer'));
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(two);
      expect(await inTheWay()).to.deep.equal(['approvals']);
      await review(one);
      await draft.merge();
    });

    it('ignores approvals by those who may no longer review', async () => {
      const leaving = await world.member('review');
      must(await ask({ approvals: 1 }), 200);
      await review(leaving);
      must(
        await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${leaving.userId}`, {
          role: 'edit',
        }),
        200,
      );
      expect(await inTheWay()).to.deep.equal(['approvals']);
      must(await world.admin.api.post(`${draft.space}/permissions`, { role: 'review', users: [leaving.userId] }), 204);
      await draft.merge();

      const next = await draft.another();
      must(await leaving.api.post(`${next.path}/reviews`, { status: 'changes-requested' }), 201);
      must(await one.api.post(`${next.path}/reviews`, { status: 'approved' }), 201);
      expect(await inTheWay(next)).to.deep.equal(['approvals']);
      must(await world.admin.api.delete(`${draft.space}/permissions/users/${leaving.userId}`), 205);
      await next.merge();
    });

    it('requires rules in the form of newer clients, but not of those who may bypass them', async () => {
      const rules = [
        { rule: 'require_specific_reviewers', users: [one.userId] },
        { rule: 'custom', expression: 'changeRequest.subject == "Ready"', message: 'Set the subject to Ready.' },
      ];
      must(await ask({ type: 'rules', rules }), 200);
      await review(two);
      expect(await inTheWay()).to.deep.equal(['require_specific_reviewers', 'custom']);
      must(await author.api.patch(draft.path, { subject: 'Ready' }), 200);
      expect(await inTheWay()).to.deep.equal(['require_specific_reviewers']);
      await review(one);
      await draft.merge();
      draft = await draft.another();
      await draft.edit(insert('More'));
      must(await ask({ rules: [...rules, { rule: 'allow_bypass', users: [two.userId] }] }), 200);
      expect(await inTheWay()).to.deep.equal(['require_specific_reviewers', 'custom']);
      must(await two.api.post(`${draft.path}/merge`), 200);
    });

    it('requires the newest content of the space', async () => {
      must(await ask({ upToDate: true }), 200);
      const aside = await draft.another();
      await aside.edit(insert('Beside'));
      await aside.merge();
      expect(await inTheWay()).to.deep.equal(['upToDate']);
      await draft.updated();
      await draft.merge();
    });

    it('requires resolved comments, those of reviews included', async () => {
      must(await ask({ commentsResolved: true }), 200);
      const { comment } = await review(one, 'approved', { comment: { markdown: 'One thing…' } });
      const other = must(await two.api.post(`${draft.path}/comments`, { body: { markdown: 'Another' } }), 200);
      expect(await inTheWay()).to.deep.equal(['commentsResolved']);
      must(await author.api.put(`${draft.path}/comments/${comment.id}`, { resolved: true }), 200);
      expect(await inTheWay()).to.deep.equal(['commentsResolved']);
      must(await two.api.delete(`${draft.path}/comments/${other.id}`), 205);
      await draft.merge();
    });

    it('requires a subject', async () => {
      must(await ask({ subject: true }), 200);
      expect(await inTheWay()).to.deep.equal(['subject']);
      must(await author.api.patch(draft.path, { subject: ' ' }), 200);
      expect(await inTheWay()).to.deep.equal(['subject']);
      must(await author.api.patch(draft.path, { subject: 'Words' }), 200);
      await draft.merge();
    });

    it('requires a description, which every change of it has to keep', async () => {
      must(await ask({ rules: [{ rule: 'require_change_request_description' }] }), 200);
      expect(await inTheWay()).to.deep.equal(['require_change_request_description']);
      must(await author.api.patch(draft.path, { description: { markdown: 'Why it *changes*.' } }), 200);
      must(await author.api.patch(draft.path, { description: { markdown: ' ' } }), 200);
      expect(await inTheWay()).to.deep.equal(['require_change_request_description']);
      must(await author.api.patch(draft.path, { description: { markdown: 'Why it *changes*.' } }), 200);
      must(await ask({ expression: 'changeRequest.description == "Why it *changes*."' }), 200);
      await draft.merge();
    });

    it('requires what an expression states', async () => {
      must(
        await ask({ expression: 'changeRequest.subject.startsWith("DOC-") && merger.id != changeRequest.author' }),
        200,
      );
      expect(await inTheWay()).to.deep.equal(['expression']);
      must(await author.api.patch(draft.path, { subject: 'DOC-1 Words' }), 200);
      expect(await inTheWay()).to.deep.equal(['expression']);
      must(await one.api.post(`${draft.path}/merge`), 200);
    });

    it('lists every rule that is not met, before any conflict', async () => {
      const page = await draft.insert({ title: 'Both' });
      await draft.merge();
      const [mine, theirs] = [await draft.another(), await draft.another()];
      await mine.update(page, { title: 'Mine' });
      await theirs.update(page, { title: 'Theirs' });
      await theirs.merge();
      must(
        await ask({ approvals: 1, upToDate: true, commentsResolved: true, subject: true, expression: 'false' }),
        200,
      );
      must(await one.api.post(`${mine.path}/comments`, { body: { markdown: 'Why?' } }), 200);
      expect(await inTheWay(mine)).to.deep.equal([
        'approvals',
        'upToDate',
        'commentsResolved',
        'subject',
        'expression',
      ]);
      must(await ask(null), 200);
      expect((await mine.refusedMerge()).result).to.equal('conflicts');
    });

    it('merges no unseen content when an edit, a review and merges happen at once', async () => {
      must(await ask({ approvals: 1 }), 200);
      for (let round = 0; round < 4; round++) {
        const racing = await draft.another();
        await racing.edit(insert(`Seen ${round}`));
        must(await one.api.post(`${racing.path}/reviews`, { status: 'approved' }), 201);
        const [edited, ...merges] = await Promise.all([
          racing.post([insert(`Unseen ${round}`)]),
          racing.person.api.post(`${racing.path}/merge`),
          two.api.post(`${racing.path}/merge`),
        ]);
        const won = merges.filter(({ status }) => status === 200).length;
        expect(won).to.equal(edited.status === 200 ? 0 : 1);
        expect((await racing.get('')).status).to.equal(won === 1 ? 'merged' : 'open');
      }
    });
  });
});
