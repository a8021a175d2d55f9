/** Hashes passwords slowly, so that a stolen hash says little. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Compares; where there is no hash it takes as long and says no. */
  matches(password: string, hash: string | null | undefined): Promise<boolean>;
}
