import { generateSync } from 'otplib';

/** Computes the code of a time step as an authenticator app does. */
export const totpCode = (secret: string, step: number): string =>
  generateSync({ strategy: 'hotp', secret, counter: step });
