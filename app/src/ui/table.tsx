import type { ComponentChildren } from 'preact';

export interface TableProps {
  /** Title for assistive technology. */
  readonly caption: string;
  readonly head: readonly string[];
  /** Cells of each row; the first is its heading. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** Table of figures or facts; scrolls by itself where it is too wide. */
export const Table = ({ caption, head, rows }: TableProps) => (
  <div class="table-scroll" tabIndex={0} role="group" aria-label={caption}>
    <table class="table">
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest], index) => (
          <tr key={index}>
            <th scope="row">{first}</th>
            {rest.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
