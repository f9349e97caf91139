import { walk } from '../support/walk.ts';
import { test } from './firefox.ts';

test('Firefox shows every view, form, order, and quote, on a desk and on a phone @long', ({
  firefox: page,
  playwright,
}) =>
  walk(
    {
      see: (expression) => page.evaluate(expression) as never,
      open: async (url) => void (await page.goto(url)),
      resize: (width) => page.setViewport({ width, height: 800 }),
      type: async (selector, text) => {
        await page.focus(selector);
        await page.keyboard.type(text);
      },
    },
    playwright,
  ));
