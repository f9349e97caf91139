import { expect, it } from 'vitest';
import { readSubmission } from './submission.ts';

it('reads the query', () => {
  expect(readSubmission('?type=chatbot&orderNumber=ORD-10001&email=a%40b.example')).toEqual({
    type: 'chatbot',
    orderNumber: 'ORD-10001',
    email: 'a@b.example',
    isContactOnly: false,
  });
});

it('takes any other type for a website', () => {
  expect(readSubmission('?type=<script>').type).toBe('website');
  expect(readSubmission('')).toEqual({
    type: 'website',
    orderNumber: '',
    email: '',
    isContactOnly: false,
  });
});

it('reads that only contact is promised', () => {
  expect(readSubmission('?promises=contact').isContactOnly).toBe(true);
  expect(readSubmission('?promises=delivery').isContactOnly).toBe(false);
});

it('caps what a stranger can make the page show', () => {
  const { orderNumber, email } = readSubmission(`?orderNumber=${'9'.repeat(99)}&email=${'x'.repeat(9_999)}`);
  expect([orderNumber.length, email.length]).toEqual([24, 254]);
});
