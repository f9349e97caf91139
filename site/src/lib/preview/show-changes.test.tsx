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

test('shows the colors and pictures that the dashboard sends, and nothing else in their place', () => {
  document.body.innerHTML =
    '<span data-picture="website.picture"><svg></svg></span><span data-picture="dental.picture"><svg></svg></span>';
  const style = document.documentElement.style;
  send({
    '--website': 'light-dark(#112233, #ddeeff)',
    '--paper': 'red',
    'website.picture': {
      src: '/api/json/shop/media/x.webp',
      size: [640, 448],
      objectPosition: '20% 50%',
      scale: '1.5',
    },
    'dental.picture': { src: 'https://elsewhere.example/track.png' },
  });
  expect(style.getPropertyValue('--website')).toBe('light-dark(#112233, #ddeeff)');
  expect(style.getPropertyValue('--paper')).toBe('');
  const [own, other] = document.querySelectorAll('img');
  expect(own?.getAttribute('src')).toBe('/api/json/shop/media/x.webp');
  expect(own?.style.objectPosition).toBe('20% 50%');
  expect(other?.getAttribute('src')).toBe('/track.png');
  expect(document.querySelector('svg')).toBeNull();
});

test('items that are added and removed show at once, where the page has their list', () => {
  const item = (index: number) =>
    `<li><b data-text="l.${index}.q">Q${index}</b><i data-text="l.${index}.a">A${index}</i></li>`;
  document.body.innerHTML = `<h1 data-text="h">Title</h1><ul>${item(0)}${item(1)}</ul>`;
  const shown = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  send({ 'l.2.q': 'Q2', 'l.2.a': '', 'elsewhere.4.q': 'Not on this page' });
  send({ 'l.2.a': 'A2', 'l.3.q': 'Q3', 'l.3.a': 'A3' });
  expect(shown()).toEqual(['Q0A0', 'Q1A1', 'Q2A2', 'Q3A3']);
  send({ 'l.1.q': 'Q2', 'l.1.a': 'A2', 'l.2.q': 'Q3', 'l.2.a': 'A3', 'l.3.q': null, 'l.3.a': null, h: null });
  expect(shown()).toEqual(['Q0A0', 'Q2A2', 'Q3A3']);
  expect(document.querySelector('h1')?.textContent).toBe('Title');
});
