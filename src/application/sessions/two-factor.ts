import { Conflict, Invalid } from '../../domain/kernel/errors.ts';
import { onSelf } from '../kernel/scope.ts';
import { command, query } from '../kernel/use-case.ts';
import { refundAttempts, requireAttempts } from './rate-limits.ts';
import { lockCredential, requirePassword } from './passwords.ts';
import { codePurpose, compareCode, consumeCode } from './sign-in.ts';

/** Shows how the caller signs in; in a session confined to one organization, nothing else of the credential. */
export const viewOwnCredential = query<{}>()({
  name: 'viewOwnCredential',
  requires: 'self:within',
  scope: onSelf,
  async run({ read, scope }) {
    if (scope.caller.confinedTo !== null) return { confined: true, password: false, codes: false, recoveryCodes: 0 };
    const credential = (await read.credentials.find({ id: scope.caller.userId }))?.snapshot();
    return {
      confined: false,
      password: credential?.passwordHash != null,
      codes: credential?.totpSecret != null,
      recoveryCodes: credential?.recoveryCodes.length ?? 0,
    };
  },
});

/** Creates a secret for an authenticator app. Codes are required once `confirmTwoFactor` has received the first one. */
export const offerTwoFactor = command<{ password: string }>()({
  name: 'offerTwoFactor',
  requires: 'self:act',
  scope: onSelf,
  needs: ['oneTimeCodes', 'secretBox', 'passwords', 'attempts'],
  prepare: (context, { password }) => requirePassword(context, password),
  async run(context, _input, compared) {
    const { work, read, scope, oneTimeCodes, secretBox } = context;
    const { userId } = scope.caller;
    const credential = await lockCredential(context, compared);
    if (credential.snapshot().totpSecret !== null) throw new Conflict('two-factor authentication is already turned on');
    const secret = oneTimeCodes.newSecret();
    credential.startTwoFactorSetup(secretBox.seal(secret, codePurpose(userId)));
    await work.credentials.save(credential);
    const { email } = (await read.users.get({ id: userId })).snapshot();
    return { secret, uri: oneTimeCodes.uri(secret, { issuer: 'Quire', account: email }) };
  },
});

/** Turns on two-factor authentication with the first code. @returns the recovery codes, which cannot be read again */
export const confirmTwoFactor = command<{ code: string }>()({
  name: 'confirmTwoFactor',
  requires: 'self:act',
  scope: onSelf,
  needs: ['attempts', 'oneTimeCodes', 'secretBox'],
  async prepare({ read, attempts, scope, now, oneTimeCodes, secretBox }, { code }) {
    const { userId } = scope.caller;
    await requireAttempts(attempts, [['code', userId]], now);
    const totpPending = (await read.credentials.find({ id: userId }))?.snapshot().totpPending ?? null;
    const secret = totpPending === null ? undefined : secretBox.open(totpPending, codePurpose(userId));
    if (secret === undefined) throw new Conflict('no two-factor setup is in progress; start again');
    const step = oneTimeCodes.stepOf(secret, code, now);
    if (step === undefined) throw Invalid.field('code', 'is incorrect or expired');
    await refundAttempts(attempts, [['code', userId]]);
    return { totpPending, step };
  },
  async run(context, _input, { totpPending, step }): Promise<readonly string[]> {
    const { work, oneTimeCodes } = context;
    const credential = await lockCredential(context);
    if (credential.snapshot().totpPending !== totpPending)
      throw new Conflict('another two-factor setup was started; start again');
    const codes = oneTimeCodes.newRecoveryCodes();
    credential.enableTwoFactor(
      step,
      codes.map((each) => oneTimeCodes.hashRecoveryCode(each)),
    );
    await work.credentials.save(credential);
    return codes;
  },
});

/** Turns off two-factor authentication. Requires the password and a one-time or recovery code. */
export const turnTwoFactorOff = command<{ password: string; code: string }>()({
  name: 'turnTwoFactorOff',
  requires: 'self:act',
  scope: onSelf,
  needs: ['attempts', 'oneTimeCodes', 'secretBox', 'passwords'],
  async prepare(context, { password, code }) {
    const { read, attempts, scope, now } = context;
    const { userId } = scope.caller;
    const compared = await requirePassword(context, password);
    const credential = (await read.credentials.get({ id: userId })).snapshot();
    if (credential.totpSecret === null) throw new Conflict('two-factor authentication is not turned on');
    await requireAttempts(attempts, [['code', userId]], now);
    const { isGood, ...seen } = compareCode(context, credential, code);
    if (!isGood) throw Invalid.field('code', 'is incorrect or expired');
    await refundAttempts(attempts, [['code', userId]]);
    return { compared, totpSecret: credential.totpSecret, code: seen };
  },
  async run(context, _input, { compared, totpSecret, code }) {
    const credential = await lockCredential(context, compared);
    if (credential.snapshot().totpSecret !== totpSecret || !consumeCode(credential, code))
      throw Invalid.field('code', 'is incorrect or expired');
    credential.disableTwoFactor();
    await context.work.credentials.save(credential);
  },
});
