import { describe, expect, it } from 'vitest';
import { preselect } from './preselect.ts';

const none = { query: null, forced: null, legacy: null };

describe('the preselected service', () => {
  it('is the one of the address before all others', () => {
    expect(preselect({ query: 'website', forced: 'voice', legacy: '["onhold"]' })).toBe('website');
  });

  it('is the one selected last when the address names none, or none that exists', () => {
    expect(preselect({ query: null, forced: 'voice', legacy: '["onhold"]' })).toBe('voice');
    expect(preselect({ query: 'gardening', forced: 'voice', legacy: null })).toBe('voice');
  });

  it('is the first valid one of the older list otherwise', () => {
    expect(preselect({ ...none, legacy: '["gardening", "onhold", "website"]' })).toBe('onhold');
    expect(preselect({ ...none, legacy: '[{"id":"voice"},{"id":"website"}]' })).toBe('voice');
    expect(preselect({ query: '', forced: 'x', legacy: '["website"]' })).toBe('website');
  });

  it.each([null, '', '{', '{}', '[]', 'null', '"website"', '[null, 3, {}]'])(
    'is none for the older list %j',
    (legacy) => {
      expect(preselect({ ...none, legacy })).toBeNull();
    },
  );
});
