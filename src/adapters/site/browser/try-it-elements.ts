/** Creates an element with properties and children. */
export function create<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'children'>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Creates a choice between texts. */
export const createSelect = (values: readonly string[], value = values[0] ?? ''): HTMLSelectElement => {
  const select = create('select', {}, ...values.map((each) => create('option', { value: each, textContent: each })));
  select.value = value;
  return select;
};

/** Labels a field. */
export const labeled = (name: string, field: Field, mark = ''): HTMLLabelElement =>
  create(
    'label',
    {},
    create('span', {}, name, ...(mark === '' ? [] : [' ', create('em', { textContent: mark })])),
    field,
  );

/** Groups fields under a title; undefined without any. */
export const group = (title: string, ...fields: readonly (Node | undefined)[]): HTMLFieldSetElement | undefined => {
  const shown = fields.filter((field) => field !== undefined);
  return shown.length === 0 ? undefined : create('fieldset', {}, create('legend', { textContent: title }), ...shown);
};
