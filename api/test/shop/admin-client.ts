import { addAdmin, loggedIn } from '../fixtures/admin-fixtures.ts';
import { aDentalForm, anOnHoldForm, aVoiceForm, aWebsiteForm } from '../fixtures/form-factories.ts';
import { startTestApp } from './test-app.ts';

type Options = Parameters<typeof startTestApp>[0];

export async function appWithAdmin(options: Options = {}) {
  const app = await startTestApp(options);
  await addAdmin(app);
  return app;
}

/** A server with a logged-in administrator. `see` and `act` make calls as that administrator. */
export async function openConsole(options: Options = {}) {
  const app = await appWithAdmin(options);
  const cookie = await loggedIn(app);
  return {
    app,
    cookie,
    see: async (path: string) => (await app.get(path, cookie)).body,
    act: (path: string, body: object) => app.post(path, body, cookie),
  };
}

export const LISTS = {
  website: '/api/json/form-submissions',
  voice: '/api/json/voice-agent-submissions',
  onhold: '/api/json/on-hold-submissions',
};

/** The four forms: where each is sent, and where an administrator finds it. */
export const FORMS = [
  { kind: 'website', path: '/api/submit-order-form', list: LISTS.website, form: aWebsiteForm },
  { kind: 'voice', path: '/api/submit-voice-agent-form', list: LISTS.voice, form: aVoiceForm },
  { kind: 'dental', path: '/api/voice-agent-form-submission', list: LISTS.voice, form: aDentalForm },
  { kind: 'onhold', path: '/api/on-hold-audio-form', list: LISTS.onhold, form: anOnHoldForm },
] as const;

/** Those that may be sent without an order. */
export const REQUESTS = FORMS.slice(1);
