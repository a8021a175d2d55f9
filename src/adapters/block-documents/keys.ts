/** Keys that are unique within one document and the same each time it is read. */
export class Keys {
  #last = 0;
  next(): string {
    this.#last += 1;
    return `k${this.#last.toString(36)}`;
  }
}
