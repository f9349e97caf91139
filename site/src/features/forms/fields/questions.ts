/** The texts of a field, and hints for the browser: keyboard, autofill, spelling. */
export type Question = {
  label: string;
  help?: string;
  placeholder?: string;
  isRequired?: boolean;
  width?: 'medium';
  rows?: number;
  type?: 'email' | 'tel';
  inputMode?: 'email' | 'numeric' | 'tel' | 'url';
  autoComplete?: string;
  autoCapitalize?: 'none';
  spellCheck?: false;
};

/** A form's fields in its order, with the contract's labels. */
export function ask<Name extends string>(
  labels: NoInfer<Record<Name, string>>,
  asked: Record<Name, Omit<Question, 'label'>>,
): Record<Name, Question> {
  const questions = {} as Record<Name, Question>;
  for (const name of Object.keys(asked) as Name[]) questions[name] = { label: labels[name], ...asked[name] };
  return questions;
}

const required = { isRequired: true } as const;
const line = { autoComplete: 'off' } as const;
const addresses = {
  inputMode: 'url',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const;

/** Questions of more than one form. */
export const common = {
  line,
  addresses,
  firstName: { ...required, autoComplete: 'given-name' },
  lastName: { ...required, autoComplete: 'family-name' },
  email: { ...required, type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  businessName: { ...required, autoComplete: 'organization' },
  orderNumber: {
    ...line,
    width: 'medium',
    inputMode: 'numeric',
    placeholder: 'ORD-10000',
    help: 'It’s in your confirmation email. You can enter just the digits.',
  },
} as const;
