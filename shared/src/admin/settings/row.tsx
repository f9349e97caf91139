import type { ReactNode } from 'react';

type RowProps = {
  title: ReactNode;
  /** Shown below the small text. */
  more?: ReactNode;
  actions?: ReactNode;
  /** Shown below the row. */
  below?: ReactNode;
  className?: string;
  /** The small text. */
  children: ReactNode;
};

/** An item of a `settings-rows` list: its texts on the left and its buttons on the right. */
export function Row({ title, more, actions, below, className = '', children }: RowProps) {
  return (
    <li className={`cluster gap-2-4 middle between ${className}`}>
      <div className="settings-row-text shrink break">
        <p>{title}</p>
        <p className="admin-small">{children}</p>
        {more}
      </div>
      {actions && <div className="settings-row-actions cluster gap-2 end">{actions}</div>}
      {below}
    </li>
  );
}

/** The title of a row, with a note in parentheses. */
export function Name({ name, note }: { name: string; note?: string | false }) {
  return (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>{' '}
      {note && <span className="admin-small">{`(${note})`}</span>}
    </>
  );
}
