import type { Page } from 'playwright/test';
import { featureKeys, memberOf, type Member } from '../../build/oldest-browsers.ts';

const young = [...featureKeys].filter(([, isServed]) => !isServed).flatMap(([key]) => memberOf(key) ?? []);

/** Takes from a page, before its scripts run, all that one of the oldest browsers lacks. Returns the number of them. */
export async function makeOlder(page: Page): Promise<void> {
  await page.addInitScript((members: Member[]) => {
    for (const { owner, name } of members) {
      const found = owner
        .split('.')
        .reduce<any>((object, part) => (object === undefined ? undefined : Object(object)[part]), globalThis);
      if (name === undefined) Reflect.deleteProperty(globalThis, owner);
      else
        for (const place of [found, found?.prototype, owner === 'Window' ? globalThis : undefined])
          if (place !== undefined && place !== null && Object.hasOwn(place, name))
            Reflect.deleteProperty(place, name);
    }
  }, young);
}
