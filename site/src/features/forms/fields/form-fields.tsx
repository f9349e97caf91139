import { SelectField, TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import type { ComponentProps, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Answers, RequestForm } from '../request-form.ts';
import type { FormQuestions, Question } from './questions.ts';

/** All questions of a form by name, in order. Here, because scripts leave the texts of questions out. */
export const questionsOf = ({ sections, files }: FormQuestions): Record<string, Question> =>
  Object.assign({}, ...sections.map(({ questions }) => questions), { files });

type RequestFieldsProps = {
  request: RequestForm;
  questions: FormQuestions;
  form: UseFormReturn<Answers, unknown, object>;
  /** Whether a customer’s link filled in the order. */
  hasOrder: boolean;
};

/** The fields of a request form, from its questions. */
export function RequestFields(props: RequestFieldsProps) {
  const all = Object.entries(questionsOf(props.questions));
  return props.questions.sections.map(({ title, note, questions }) => (
    <fieldset className="form-section" key={title}>
      <legend>
        <h2>{title}</h2>
      </legend>
      {note && <p className="form-note">{note}</p>}
      {all
        .filter(([name, { under }]) => name in questions && !under)
        .map(([name, question]) => (
          <Asked key={name} {...props} {...{ name, question, all }} />
        ))}
    </fieldset>
  ));
}

type AskedProps = RequestFieldsProps & { name: string; question: Question; all: [string, Question][] };

function Asked({ name, question, all, ...props }: AskedProps) {
  const { form, hasOrder, request } = props;
  const { noOrderField, checkedByDefault = [], around } = request;
  const { kind, options, under: _under, ...shown } = question;
  if (name === noOrderField && hasOrder) return null;
  const field = { id: name, ...shown, ...form.register(name) };
  if (kind === 'box') {
    const details = all.filter(([, { under }]) => under === name);
    return (
      <CheckboxCard {...field} defaultChecked={checkedByDefault.includes(name)}>
        {details.length > 0 &&
          details.map(([detail, asked]) => (
            <Asked key={detail} {...props} name={detail} question={asked} all={all} />
          ))}
      </CheckboxCard>
    );
  }
  const Field = kind === 'area' ? TextArea : kind === 'choice' ? SelectField : TextField;
  const drawn = (
    // A browser puts the business's name into what says nothing.
    <Field
      autoComplete="off"
      {...(field as object)}
      label={shown.label}
      error={form.formState.errors[name]?.message}
    >
      {options &&
        Object.entries({ '': 'Choose one', ...options }).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
    </Field>
  );
  const Around = around?.[name];
  return Around ? <Around form={form}>{drawn}</Around> : drawn;
}

type CheckboxCardProps = ComponentProps<'input'> & {
  label: string;
  help?: string;
  /** Fields that only show while the box is checked. CSS shows them, so this works without scripts. */
  children?: ReactNode;
};

function CheckboxCard({ label, help, children, ...box }: CheckboxCardProps) {
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
