import type { ComponentProps, ReactNode } from 'react';

type TickCardProps = ComponentProps<'input'> & {
  label: string;
  help?: string;
  /** Fields that only show while the box is checked. CSS shows them, so this works without scripts. */
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
