import { afterEach, describe, expect, it, vi } from 'vitest';
import { newDraft, parseDraft, readDraft, removeDraft, writeDraft } from './form-draft.ts';

const DAY = 24 * 60 * 60 * 1_000;
const NOW = Date.UTC(2026, 10, 21);
const draft = {
  ...newDraft(NOW),
  answers: { name: 'Ada', hipaaCompliance: false },
  intake: {
    orderNumber: 'ORD-10001',
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'a@b.example',
    businessName: '',
    key: 'k',
  },
};

afterEach(() => vi.unstubAllGlobals());

describe('a draft', () => {
  it('comes back as it was stored', () => {
    expect(parseDraft(JSON.stringify(draft), NOW + DAY)).toEqual(draft);
  });

  it('is dropped after 30 days', () => {
    expect(parseDraft(JSON.stringify(draft), NOW + 30 * DAY)).toEqual(draft);
    expect(parseDraft(JSON.stringify(draft), NOW + 30 * DAY + 1)).toBeNull();
  });

  it('loses only what is malformed in it', () => {
    const odd = { ...draft, answers: { name: 'Ada', notes: 7, text: null }, intake: { orderNumber: 1 } };
    expect(parseDraft(JSON.stringify(odd), NOW)).toEqual({
      ...draft,
      answers: { name: 'Ada' },
      intake: null,
    });
  });

  it.each([null, 'null', '[]', '7', '{}', '{"submissionKey":"k","openedAt":"1","savedAt":2}'])(
    'is absent for %j',
    (text) => expect(parseDraft(text, NOW)).toBeNull(),
  );

  it('has a key of its own', () => expect(newDraft(NOW).submissionKey).not.toBe(newDraft(NOW).submissionKey));
});

describe('the storage', () => {
  it('keeps the drafts of the forms apart', () => {
    const items = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => items.set(key, text),
      removeItem: (key: string) => items.delete(key),
    });
    expect(writeDraft('voice', draft)).toBe(true);
    expect(readDraft('dental', NOW)).toBeNull();
    expect(readDraft('voice', NOW)).toEqual(draft);
    removeDraft('voice');
    expect(readDraft('voice', NOW)).toBeNull();
  });

  it('may be forbidden, full or hold nonsense', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(writeDraft('voice', draft)).toBe(false);
    expect(readDraft('voice', NOW)).toBeNull();
    expect(() => removeDraft('voice')).not.toThrow();
    vi.stubGlobal('localStorage', { getItem: () => '{' });
    expect(readDraft('voice', NOW)).toBeNull();
  });
});
