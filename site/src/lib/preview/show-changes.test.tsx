import { expect, test } from 'vitest';
import './show-changes.ts';

function send(northlightShown: unknown, source: unknown = parent) {
  dispatchEvent(Object.assign(new MessageEvent('message', { data: { northlightShown } }), { source }));
}

test('shows the texts that the dashboard sends, with marks only in rich texts, and never as HTML', () => {
  document.body.innerHTML =
    '<h1><span data-text="a">Old</span></h1><p><span data-text="b" data-rich="true">Old</span></p><p><span data-text="c">Old</span></p>';
  const shown = () => document.body.innerHTML;
  send({ a: '*New* <b>', b: 'A *good* [page](/website), [bad](javascript:alert), <img src=x>' });
  const expected =
    '<h1><span data-text="a">*New* &lt;b&gt;</span></h1><p><span data-text="b" data-rich="true">A <em>good</em> ' +
    '<a href="/website">page</a>, [bad](javascript:alert), &lt;img src=x&gt;</span></p><p><span data-text="c">Old</span></p>';
  expect(shown()).toBe(expected);

  for (const other of [null, 'x', 7, { c: 7 }, { toString: 'x' }]) send(other);
  send({ a: 'From a stranger' }, null);
  expect(shown()).toBe(expected);
});
