import { expect, test } from 'vitest';
import { fromStryker, reportOf } from './report.ts';

const start = { start: { line: 7 } };
const mutant = (status: string, replacement = 'true') => ({
  mutatorName: 'ConditionalExpression',
  status,
  replacement,
  location: start,
});

test('the bugs of both lists are in one report, with the file that misses most first', () => {
  const mutations = fromStryker({
    files: {
      'api/a.ts': { mutants: [mutant('Killed'), mutant('Timeout'), mutant('Survived', 'a &&\n  b')] },
      'api/b.ts': { mutants: [mutant('NoCoverage'), mutant('Ignored'), mutant('CompileError')] },
    },
  });
  const byHand = [
    { file: 'api/b.ts', what: 'a refund is counted twice', isNoticed: false },
    { file: 'api/c.ts', what: 'a code works for ever', isNoticed: true },
  ];
  expect(reportOf(byHand, mutations)).toBe(`The tests noticed 3 of 6 planted bugs.

| File | Of our list | Of Stryker |
| --- | --- | --- |
| api/b.ts | 0 of 1 | 0 of 1 |
| api/a.ts |  | 2 of 3 |
| api/c.ts | 1 of 1 |  |

Not noticed in api/b.ts:

- a refund is counted twice
- line 7: ConditionalExpression \`true\`

Not noticed in api/a.ts:

- line 7: ConditionalExpression \`a && b\`
`);
});
