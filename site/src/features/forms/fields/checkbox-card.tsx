import type { ComponentProps, ReactNode } from 'react';

type TickCardProps = ComponentProps<'input'> & {
  label: string;
  help?: string;
  /** What is asked only while the box is ticked; the stylesheet shows it, so it works before any script does. */
  children?: ReactNode;
};

export function CheckboxCard({ label, help, children, ...box }: TickCardProps) {
  return (
    <div className="tick-card">
      <label className="tick">
        <input type="checkbox" aria-describedby={help && `${box.id}-help`} {...box} />
        <span>{label}</span>
      </label>
      {help && (
        <p className="field-help" id={`${box.id}-help`}>
          {help}
        </p>
      )}
      {children && <div className="tick-details">{children}</div>}
    </div>
  );
}
