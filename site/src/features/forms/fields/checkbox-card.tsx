import type { ComponentProps, ReactNode } from 'react';

type CheckboxCardProps = ComponentProps<'input'> & {
  label: string;
  help?: string;
  /** Fields that only show while the box is checked. CSS shows them, so this works without scripts. */
  children?: ReactNode;
};

export function CheckboxCard({ label, help, children, ...box }: CheckboxCardProps) {
  return (
    <div className="checkbox-card">
      <label className="checkbox">
        <input type="checkbox" aria-describedby={help && `${box.id}-help`} {...box} />
        <span>{label}</span>
      </label>
      {help && (
        <p className="field-help" id={`${box.id}-help`}>
          {help}
        </p>
      )}
      {children && <div className="checkbox-details">{children}</div>}
    </div>
  );
}
