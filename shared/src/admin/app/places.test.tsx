import { expect, test } from 'vitest';
import { PLACE_PATHS } from '../../contracts/places.ts';
import { createAdminRouter } from './router.tsx';
import { PLACES } from '../base/places.ts';

test('the menu, the views, and the addresses that people type are the same places', () => {
  expect(PLACES.map(({ to }) => to)).toEqual(PLACE_PATHS);
  expect(Object.keys(createAdminRouter().routesByPath)).toEqual(expect.arrayContaining([...PLACE_PATHS]));
});
