import type { ReactNode } from 'react';

type RowProps = {
  title: ReactNode;
  /** A line of small text below the title. */
  facts: ReactNode;
  /** More text below it. */
  more?: ReactNode;
  actions?: ReactNode;
  className?: string;
  /** Shown below the row. */
  children?: ReactNode;
};

/** An item of a `settings-rows` list: its texts on the left and its buttons on the right. */
export function Row({ title, facts, more, actions, className, children }: RowProps) {
  return (
    <li className={className}>
      <div className="settings-row-text">
        <p>{title}</p>
        <p className="admin-small">{facts}</p>
        {more}
      </div>
      {actions && <div className="settings-row-actions">{actions}</div>}
      {children}
    </li>
  );
}
