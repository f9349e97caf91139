import type { Page } from 'playwright/test';
import { featureKeys, memberOf, type Member } from '../../build/feature-keys.ts';

const young = [...featureKeys].filter(([, isServed]) => !isServed).flatMap(([key]) => memberOf(key) ?? []);

/** Takes from a page, before its scripts run, every function and property that one of the oldest browsers lacks. */
export async function makeOlder(page: Page): Promise<void> {
  await page.addInitScript((members: Member[]) => {
    const valueOf = (place: unknown, name: string): unknown =>
      place === undefined || place === null ? undefined : Reflect.get(Object(place), name);
    for (const { owner, name } of members) {
      const found = owner.split('.').reduce(valueOf, globalThis as unknown);
      if (name === undefined) Reflect.deleteProperty(globalThis, owner);
      else
        for (const place of [found, valueOf(found, 'prototype'), owner === 'Window' && globalThis])
          if (place && Object.hasOwn(Object(place), name)) Reflect.deleteProperty(Object(place), name);
    }
  }, young);
}
