import { expect, it } from 'vitest';
import { readSubmission } from './submission.ts';

it('reads the query', () => {
  expect(readSubmission('?type=chatbot&orderNumber=ORD-10001&email=a%40b.example')).toEqual({
    type: 'chatbot',
    orderNumber: 'ORD-10001',
    email: 'a@b.example',
    next: 'chatbot',
  });
});

it('takes any other type for a website', () => {
  expect(readSubmission('?type=<script>').type).toBe('website');
  expect(readSubmission('')).toEqual({
    type: 'website',
    orderNumber: '',
    email: '',
    next: 'website',
  });
});

it('reads what comes next', () => {
  expect(readSubmission('?promises=contact').next).toBe('contact');
  expect(readSubmission('?type=chatbot&promises=confirm').next).toBe('confirm');
  expect(readSubmission('?type=chatbot&promises=delivery').next).toBe('chatbot');
  expect(readSubmission('?promises=<script>').next).toBe('website');
});

it('caps what a stranger can make the page show', () => {
  const { orderNumber, email } = readSubmission(`?orderNumber=${'9'.repeat(99)}&email=${'x'.repeat(9_999)}`);
  expect([orderNumber.length, email.length]).toEqual([24, 254]);
});
