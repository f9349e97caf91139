import type { UseFormRegister } from 'react-hook-form';
import type { Answers } from '../request-form.ts';
import type { Question } from './questions.ts';
import type { AnswersForm } from './live-hint.tsx';
import { TextField } from '@northlight/shared/ui/field.tsx';
import type { ComponentProps, ReactNode } from 'react';

type Registered = ReturnType<UseFormRegister<Answers>> & { id: string };

/** What a form's fields need. */
export type FieldsProps<Name extends string> = {
  /** The props of a text field. */
  field: (name: Name) => Registered & Question & { error?: string | undefined };
  /** The props of a checkbox, which has its own label. */
  checkbox: (name: Name) => Registered & Question;
  form: AnswersForm;
  /** Whether a customer’s link filled in the order. */
  hasOrder: boolean;
};

type PersonName = 'firstName' | 'lastName' | 'email' | 'phone';

export function PersonFields({ field }: Pick<FieldsProps<PersonName>, 'field'>) {
  return (
    <>
      <TextField {...field('firstName')} />
      <TextField {...field('lastName')} />
      <TextField {...field('email')} />
      <TextField {...field('phone')} />
    </>
  );
}

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
