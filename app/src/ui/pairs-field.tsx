import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';

/** Longest name of a variable, in characters. */
const MAX_VARIABLE_NAME = 64;

/** Value of a variable. */
export type Scalar = string | number | boolean;
/** Names with their values, as texts. */
export type Pairs = readonly (readonly [string, string])[];

/** Returns values as texts to edit. */
export const pairsOf = (values: Readonly<Record<string, Scalar>>): Pairs =>
  Object.entries(values).map(([name, value]) => [name, String(value)]);

/** Returns edited texts as values; numbers, `true` and `false` stay what they were before. */
export const valuesOf = (pairs: Pairs, before: Readonly<Record<string, Scalar>>): Readonly<Record<string, Scalar>> =>
  Object.fromEntries(
    pairs
      .filter(([name]) => name !== '')
      .map(([name, text]) => {
        const old = before[name];
        if (typeof old === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return [name, Number(text)];
        if (typeof old === 'boolean' && (text === 'true' || text === 'false')) return [name, text === 'true'];
        return [name, text];
      }),
  );

/** Tells whether edited texts differ from the values before. */
export const isChanged = (pairs: Pairs, before: Readonly<Record<string, Scalar>>): boolean =>
  JSON.stringify(valuesOf(pairs, before)) !== JSON.stringify(before);

/** Texts that name one pair by its number, and what the buttons do. */
export interface PairTexts {
  name(at: number): string;
  value(at: number): string;
  remove(at: number): string;
  readonly add: string;
}

export interface PairsFieldProps {
  readonly legend: string;
  /** Those of variables by default. */
  readonly texts?: PairTexts;
  readonly maxNameLength?: number;
  readonly hint?: string;
  readonly pairs: Pairs;
  readonly onChange: (pairs: Pairs) => void;
}

/** Names with values, which can be added and removed. */
export const PairsField = ({
  legend,
  texts = m.variables,
  maxNameLength = MAX_VARIABLE_NAME,
  hint,
  pairs,
  onChange,
}: PairsFieldProps) => {
  const set = (index: number, name: string, value: string): void =>
    onChange(pairs.map((pair, at) => (at === index ? [name, value] : pair)));
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      {pairs.map(([name, value], index) => (
        <div key={index} class="inline-fields">
          <TextField
            label={texts.name(index + 1)}
            value={name}
            onInput={(text) => set(index, text, value)}
            maxLength={maxNameLength}
          />
          <TextField label={texts.value(index + 1)} value={value} onInput={(text) => set(index, name, text)} />
          <Button
            kind="quiet"
            icon="trash"
            label={texts.remove(index + 1)}
            onClick={() => onChange(pairs.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button icon="add" onClick={() => onChange([...pairs, ['', '']])}>
        {texts.add}
      </Button>
    </fieldset>
  );
};
