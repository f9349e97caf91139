import type { Intake } from '@northlight/shared/contracts/customer-links.ts';
import { newUuid } from '@northlight/shared/ui/new-uuid.ts';
import type { StoredFile } from '../../uploads/upload-field.tsx';
import type { Answers } from '../request-form.ts';

/** A form's draft in this browser. It is stored until it is sent, cleared, or 30 days old. */
export type FormDraft = {
  answers: Answers;
  /** Sent with every attempt, so a repeated attempt is the same submission. */
  submissionKey: string;
  /** Both are milliseconds since 1970. */
  openedAt: number;
  savedAt: number;
  /** The order number from the customer's link, if there was one. */
  intake: LinkedOrder | null;
  /** Files that have arrived for it. The uploader checks them. */
  files: StoredFile[];
};

/** The link's key, which proves that the form comes from the customer. */
export type LinkedOrder = Intake & { key: string };

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1_000;

export function newDraft(openedAt: number): FormDraft {
  return { answers: {}, submissionKey: newUuid(), openedAt, savedAt: openedAt, intake: null, files: [] };
}

export function readDraft(slot: string, now: number): FormDraft | null {
  try {
    return parseDraft(localStorage.getItem(slot), now);
  } catch {
    return null;
  }
}

/** False when storage is full or blocked, or all keys are taken. */
export function writeDraft(slot: string, draft: FormDraft): boolean {
  try {
    if (slot) localStorage.setItem(slot, JSON.stringify(draft));
    return slot !== '';
  } catch {
    return false;
  }
}

export function removeDraft(slot: string): void {
  try {
    localStorage.removeItem(slot);
  } catch {
    // Nothing was stored.
  }
}

/** Null for a draft that is too old or malformed. */
export function parseDraft(text: string | null, now: number): FormDraft | null {
  const draft: Partial<Record<keyof FormDraft, unknown>> | null = JSON.parse(text ?? 'null');
  const { answers, submissionKey, openedAt, savedAt, intake, files } = draft ?? {};
  if (typeof submissionKey !== 'string' || typeof openedAt !== 'number' || typeof savedAt !== 'number')
    return null;
  if (now - savedAt > MAX_AGE_MS) return null;
  return {
    answers: readAnswers(answers),
    submissionKey,
    openedAt,
    savedAt,
    intake: readIntake(intake),
    files: Array.isArray(files) ? files : [],
  };
}

function readAnswers(value: unknown): Answers {
  const isAnswer = (entry: [string, unknown]): entry is [string, string | boolean] =>
    typeof entry[1] === 'string' || typeof entry[1] === 'boolean';
  return Object.fromEntries(Object.entries(Object(value)).filter(isAnswer));
}

function readIntake(value: unknown): LinkedOrder | null {
  const { orderNumber, firstName, lastName, email, businessName, key } = readAnswers(value);
  if (typeof orderNumber !== 'string') return null;
  const text = (answer: string | boolean | undefined) => (typeof answer === 'string' ? answer : '');
  return {
    orderNumber,
    firstName: text(firstName),
    lastName: text(lastName),
    email: text(email),
    businessName: text(businessName),
    key: text(key),
  };
}
