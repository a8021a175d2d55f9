import type { Locator, Page } from 'playwright-core';

/** Stops of the Tab key on one way to an element, beyond which it counts as unreachable. */
const MAX_STOPS = 150;

/** Acts on a page as a person does. */
export interface PageInput {
  /** Presses a button, opens a link, or switches a checkbox or a radio button. */
  activate(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  write(target: Locator, text: string): Promise<void>;
  /** Chooses an option of a select by its label. */
  choose(target: Locator, label: string): Promise<void>;
}

/** Uses the mouse to reach things, and the keyboard for text only. */
export class MouseInput implements PageInput {
  constructor(private readonly page: Page) {}

  async activate(target: Locator): Promise<void> {
    await target.click();
  }

  async write(target: Locator, text: string): Promise<void> {
    await target.click();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  async choose(target: Locator, label: string): Promise<void> {
    await target.selectOption({ label });
  }
}

/** Uses the keyboard alone: goes from one stop of the Tab key to the next until it is there. */
export class KeyboardInput implements PageInput {
  constructor(private readonly page: Page) {}

  async activate(target: Locator): Promise<void> {
    await this.#reach(target);
    const isChoice = await target.evaluate((element) => element.matches('input'));
    await this.page.keyboard.press(isChoice ? 'Space' : 'Enter');
  }

  async write(target: Locator, text: string): Promise<void> {
    await this.#reach(target);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  async choose(target: Locator, label: string): Promise<void> {
    await this.#reach(target);
    await this.page.keyboard.type(label);
    if ((await target.locator('option:checked').innerText()) !== label)
      throw new Error(`typing "${label}" chooses another option`);
  }

  async #reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stops = 0; stops <= MAX_STOPS; stops++) {
      if (await target.evaluate((element) => element.matches(':focus'))) {
        await this.#expectVisibleFocus(target);
        return;
      }
      // An editor keeps Tab for its text until Escape is pressed, which would close a dialog.
      const isInEditor = await this.page.evaluate(
        '(document.activeElement.shadowRoot?.activeElement ?? document.activeElement).isContentEditable',
      );
      if (isInEditor === true) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not reach ${String(target)}`);
  }

  async #expectVisibleFocus(target: Locator): Promise<void> {
    const isShown = await target.evaluate((element) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(of: unknown): Record<'outlineStyle' | 'outlineWidth' | 'boxShadow', string>;
      };
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || element.isContentEditable;
    });
    if (!isShown) throw new Error(`the focus on ${String(target)} cannot be seen`);
  }
}
