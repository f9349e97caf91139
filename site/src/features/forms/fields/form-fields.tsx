import { SelectField, TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import type { ComponentProps, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Answers, RequestForm } from '../request-form.ts';
import { type FormQuestions, type Question, questionsOf } from './questions.ts';

type RequestFieldsProps = {
  request: RequestForm;
  questions: FormQuestions;
  form: UseFormReturn<Answers, unknown, object>;
  /** Whether a customer’s link filled in the order. */
  hasOrder: boolean;
};

/** The fields of a request form, from its questions. */
export function RequestFields({ request, questions, form, hasOrder }: RequestFieldsProps) {
  const { around, noOrderField, checkedByDefault = [] } = request;
  const all = Object.entries(questionsOf(questions));
  const { errors } = form.formState;
  const draw = ([name, { kind, options, under: _under, ...question }]: [string, Question]): ReactNode => {
    if (name === noOrderField && hasOrder) return null;
    const box = { id: name, ...question, ...form.register(name) };
    if (kind === 'box') {
      const details = all.filter(([, { under }]) => under === name).map(draw);
      return (
        <CheckboxCard key={name} {...box} defaultChecked={checkedByDefault.includes(name)}>
          {details.length > 0 && details}
        </CheckboxCard>
      );
    }
    const field = { ...box, error: errors[name]?.message };
    const Around = around?.[name];
    const drawn =
      kind === 'area' ? (
        <TextArea key={name} {...field} />
      ) : kind === 'choice' ? (
        <SelectField key={name} {...field}>
          <option value="">Choose one</option>
          {Object.entries(options ?? {}).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField key={name} {...field} />
      );
    return Around ? (
      <Around key={name} form={form}>
        {drawn}
      </Around>
    ) : (
      drawn
    );
  };
  return questions.sections.map(({ title, note, questions: asked }) => {
    const fields = all.filter(([name, { under }]) => name in asked && !under).map(draw);
    return (
      <fieldset className="form-section" key={title}>
        <legend>
          <h2>{title}</h2>
        </legend>
        {note && <p className="form-note">{note}</p>}
        {fields}
      </fieldset>
    );
  });
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
