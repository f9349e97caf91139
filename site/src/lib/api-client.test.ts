import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { call, fieldErrors } from './api-client.ts';

afterEach(() => vi.unstubAllGlobals());

const answerWith = (response: () => Response) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => response()),
  );

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof CallError)) throw new Error('Expected a CallError');
  return error;
}

describe('a call', () => {
  it('sends JSON with cookies and reads JSON', async () => {
    answerWith(() => Response.json({ valid: false }));
    await expect(call('POST /api/promo-code', { body: { promoCode: 'SAVE50' } })).resolves.toEqual({
      valid: false,
    });
    expect(fetch).toHaveBeenCalledWith(
      '/api/promo-code',
      expect.objectContaining({
        method: 'POST',
        credentials: 'include',
        body: '{"promoCode":"SAVE50"}',
        headers: { 'Content-Type': 'application/json' },
      }),
    );
  });

  it('fails with "status: body" and keeps what the server says to people', async () => {
    const body = {
      message: 'Bad input',
      fields: { email: ['Please enter a valid email', 'Too long'], phone: [] },
    };
    answerWith(() => Response.json(body, { status: 400 }));
    const error = await failureOf(call('POST /api/promo-code', { body: { promoCode: '' } }));
    expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
    expect(failureText(error, 'mute', 'unreachable')).toBe('Bad input');
    expect(fieldErrors(error)).toEqual({ email: 'Please enter a valid email' });
  });

  it('passes on the status text of an empty body, in which no field is wrong', async () => {
    answerWith(() => new Response('', { status: 502, statusText: 'Bad Gateway' }));
    const error = await failureOf(call('GET /api/payment-mode'));
    expect(error.message).toBe('502: Bad Gateway');
    expect(fieldErrors(error)).toEqual({});
  });
});
