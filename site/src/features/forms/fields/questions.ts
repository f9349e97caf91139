/** What to ask: the texts of a field, how it looks, and hints for the browser (keyboard, autofill, spelling). */
export type Question = {
  label: string;
  help?: string;
  placeholder?: string;
  isRequired?: boolean;
  width?: 'medium';
  rows?: number;
  /** A field of one line without it. */
  kind?: 'area' | 'choice' | 'box';
  /** The options of a choice, with their labels. */
  options?: Readonly<Record<string, string>>;
  /** The box under which it stands. It is shown and sent only while that is checked. */
  under?: string;
  type?: 'email' | 'tel';
  inputMode?: 'email' | 'numeric' | 'tel' | 'url';
  /** Off without it: a browser fills in only what is asked for. */
  autoComplete?: string;
  autoCapitalize?: 'none';
  spellCheck?: false;
};

type Questions<Name extends string = string> = Partial<Record<Name, Question>>;
type Section = { title: string; note: string; questions: Questions };

/** A form as data: its sections in order, and its field for files. */
export type FormQuestions = { sections: readonly Section[]; files: Question };

type Asked<Name extends string> = [
  title: string,
  questions: Partial<Record<Name, Omit<Question, 'label'>>>,
  note?: string,
];

/** Adds the contract's labels to a form's sections. */
export function ask<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  sections: readonly Asked<NoInfer<Name>>[],
  files: Question,
): FormQuestions {
  const labeled = (asked: Asked<Name>[1]): Questions =>
    Object.fromEntries(
      Object.entries<Omit<Question, 'label'> | undefined>(asked).map(([name, question]) => [
        name,
        { label: labels[name as Name], ...question },
      ]),
    );
  return {
    sections: sections.map(([title, asked, note = '']) => ({ title, note, questions: labeled(asked) })),
    files,
  };
}

const required = { isRequired: true } as const;
const addresses = {
  kind: 'area',
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

export const area = (help: string) => ({ kind: 'area', help }) as const;

/** Questions of more than one form. */
export const common = {
  addresses,
  firstName: { ...required, autoComplete: 'given-name' },
  lastName: { ...required, autoComplete: 'family-name' },
  email: { ...required, type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  businessName: { ...required, autoComplete: 'organization' },
  orderNumber: {
    width: 'medium',
    inputMode: 'numeric',
    placeholder: 'ORD-10000',
    help: 'It’s in your confirmation email. You can enter just the digits.',
  },
} as const;

/** The questions about whoever fills in the form. */
export const person = {
  firstName: common.firstName,
  lastName: common.lastName,
  email: common.email,
  phone: { ...common.phone, isRequired: true },
} as const;
