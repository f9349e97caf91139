type ColumnHeadsProps = {
  names: readonly string[];
  /** The column of amounts. */
  money?: string;
  /** Whether a column of buttons follows. */
  hasActions?: boolean;
};

/** The head of a table. */
export function ColumnHeads({ names, money, hasActions }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" className={name === money ? 'list-money' : undefined}>
            {name}
          </th>
        ))}
        {hasActions && (
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
