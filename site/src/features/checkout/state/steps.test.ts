import { describe, expect, it } from 'vitest';
import { isStep, reachableStep, STEPS, type StepGuards } from './steps.ts';

const ready: StepGuards = {
  serviceIds: ['website'],
  hasValidInformation: true,
  dueTodayCents: 14_900,
  isPaid: false,
};

describe('the step a customer can open', () => {
  it.each(STEPS)('is %s when all before it is done', (step) => {
    expect(reachableStep(step, ready)).toBe(step);
  });

  it('is the services without a service', () => {
    for (const step of STEPS) expect(reachableStep(step, { ...ready, serviceIds: [] })).toBe('services');
  });

  it('is the information until it validates', () => {
    expect(reachableStep('payment', { ...ready, hasValidInformation: false })).toBe('info');
    expect(reachableStep('services', { ...ready, hasValidInformation: false })).toBe('services');
  });

  it('is never the payment step when nothing is due', () => {
    expect(reachableStep('payment', { ...ready, serviceIds: ['voice'], dueTodayCents: 0 })).toBe('info');
  });

  it('is the payment as long as a paid order waits to be placed', () => {
    for (const step of STEPS)
      expect(reachableStep(step, { ...ready, serviceIds: [], isPaid: true })).toBe('payment');
  });
});

it('knows a step from anything else', () => {
  expect(['services', 'info', 'payment', 'confirmation', null, 2].filter(isStep)).toEqual([...STEPS]);
});
