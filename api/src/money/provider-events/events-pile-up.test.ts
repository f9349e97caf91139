import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { startWorker } from '../../server/workers.ts';
import * as eventStore from './event-store.ts';

const EVENTS = 50;

test('events that piled up during an outage are processed in one go', async () => {
  const { db, context, clock } = await startTestApp();
  for (let nth = 1; nth <= EVENTS; nth += 1) {
    const event = {
      id: `evt_${nth}`,
      type: 'x.y',
      meaning: 'changed' as const,
      providerPaymentId: null,
      attemptKey: null,
      agreementId: null,
    };
    eventStore.insert(db, 'stripe', event, '{}', clock.now);
  }
  // Stops the worker's timer, so that only the first run can process the events.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const worker = startWorker(context, 'events');
  onTestFinished(worker.stop);
  await expect.poll(() => eventStore.waiting(db, clock.now, EVENTS).length).toBe(0);
});
