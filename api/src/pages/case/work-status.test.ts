import { expect, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';

const CASE = '/api/json/cases/ORD-10001';
const STATUS = '/api/admin/cases/ORD-10001/work-status';

test('a change based on an outdated work status is rejected with a message, and saved after a reload', async () => {
  const { app, see, act } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const { workVersion } = await see(CASE);
  expect((await act(STATUS, { workStatus: 'delivered', workVersion })).status).toBe(200);
  const { status, body } = await act(STATUS, { workStatus: 'waiting', workVersion });
  expect([status, body.code]).toEqual([409, 'work_status_changed']);
  expect(body.message).toMatch(/^ada changed the work status to “Delivered” in the meantime/);
  const current = await see(CASE);
  expect(current.workStatus).toBe('delivered');
  const again = { workStatus: 'waiting', workVersion: current.workVersion };
  expect((await act(STATUS, again)).status).toBe(200);
  expect((await see(CASE)).workStatus).toBe('waiting');
});

test('a request without an order is protected too; choosing the same status twice is not a conflict', async () => {
  const { app, see, act } = await openConsole();
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  const { workVersion } = await see(CASE);
  const delivered = { workStatus: 'delivered', workVersion };
  expect([(await act(STATUS, delivered)).status, (await act(STATUS, delivered)).status]).toEqual([200, 200]);
  expect((await act(STATUS, { workStatus: 'new', workVersion })).status).toBe(409);
  expect((await act(STATUS, { workStatus: 'new' })).status).toBe(400);
});

test('of two simultaneous changes, one is saved', async () => {
  const { app, cookie } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const changes = ['waiting', 'delivered'].map((workStatus) => ({ workStatus, workVersion: 0 }));
  const answers = await pipelinedPosts(app.base, STATUS, changes, cookie);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
