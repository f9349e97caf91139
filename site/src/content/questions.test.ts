import { describe, expect, it } from 'vitest';
import { questionGroups } from './questions.ts';

describe('questions', () => {
  it('are six for each service', () => {
    expect(questionGroups.map((group) => [group.serviceId, group.questions.length])).toEqual([
      ['website', 6],
      ['voice', 6],
      ['onhold', 6],
    ]);
  });

  it('answer with the prices of the catalog', () => {
    const answers = questionGroups.map((group) => group.questions.map(({ answer }) => answer).join(' '));
    expect(answers[0]).toContain('$149 up front, then $30 a month');
    expect(answers[0]).toContain('$300 a year');
    expect(answers[1]).toContain('from $199, then from $199 a month');
    expect(answers[2]).toContain('$99, one time');
  });
});
