import { DENTAL_FORM_LABELS } from '@northlight/shared/contracts/forms/dental-form.ts';
import { ON_HOLD_FORM_LABELS } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { VOICE_FORM_LABELS } from '@northlight/shared/contracts/forms/voice-form.ts';
import { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import { expect, test } from 'vitest';
import type { Db } from '../../db/client.ts';
import { FORMS, LISTS, openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { aDentalForm, anOnHoldForm, aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, TEST_NOW } from '../../../test/shop/test-app.ts';

/** A different text for each field with a label, besides those that take no text. */
function tokens(form: string, labels: object, rest: object): Record<string, string> {
  const names = Object.keys(labels).filter((name) => !(name in rest) && name !== 'orderNumber');
  return Object.fromEntries(names.map((name) => [name, `${form} ${name} #42`]));
}

function everythingStoredIn(db: Db, table: string): string {
  return JSON.stringify(db.$client.prepare(`SELECT * FROM ${table}`).all());
}

/** Where the answers of each form are stored, and those that take no text. */
const STORED = {
  website: {
    table: 'form_submissions',
    labels: WEBSITE_FORM_LABELS,
    rest: {
      project: 'ORD-10001',
      email: 'website-token@x.example',
      package: '1-page',
      hosting: 'hosted',
      billing: 'yearly',
      addons: ['revisions', 'additional-pages'],
    },
  },
  voice: {
    table: 'voice_agent_form_submissions',
    labels: VOICE_FORM_LABELS,
    rest: { email: 'voice-token@x.example' },
  },
  dental: {
    table: 'voice_agent_form_submissions',
    labels: DENTAL_FORM_LABELS,
    rest: {
      email: 'dental-token@x.example',
      practiceType: 'endodontics',
      practiceSize: 'group',
      category1_appointmentScheduling: false,
      category2_faqs: true,
      category3_followUps: true,
      category4_preScreening: false,
      category5_marketing: true,
      category6_emergencyTriage: false,
      category7_surveys: true,
      category8_internalSupport: true,
      multilingualSupport: false,
      hipaaCompliance: false,
      formType: 'dental-voice-agent',
    },
  },
  onhold: {
    table: 'on_hold_submissions',
    labels: ON_HOLD_FORM_LABELS,
    rest: { email: 'onhold-token@x.example' },
  },
};

const STORED_FORMS = FORMS.map((form) => ({ ...form, ...STORED[form.kind] }));

test.each(STORED_FORMS)(
  'every field of $path is stored and returned to the administrator',
  async ({ path, table, list, form, labels, rest }) => {
    const texts = tokens(table, labels, rest);
    const { app, see } = await openConsole();
    await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
    const { status, body } = await app.post(path, { ...form(), orderNumber: '10001', ...texts, ...rest });
    expect({ status, number: body.orderNumber }).toEqual({ status: 200, number: 'ORD-10001' });
    const stored = everythingStoredIn(app.db, table);
    for (const token of Object.values(texts)) expect(stored).toContain(token);
    const { submissions } = await see(list);
    expect(submissions).toMatchObject([
      { ...texts, ...rest, orderNumber: 'ORD-10001', timestamp: TEST_NOW.toISOString() },
    ]);
  },
);

test.each(STORED_FORMS)(
  'every field that $path takes has a label or is listed above',
  ({ form, labels, rest }) => {
    const meta = ['submissionKey', 'leaveEmpty', 'filledInMs'];
    const known = new Set([...meta, ...Object.keys(labels), ...Object.keys(rest)]);
    expect(Object.keys(form()).filter((name) => !known.has(name))).toEqual([]);
  },
);

test('an answer of 100,000 characters is stored completely, a longer one is rejected with the field’s name', async () => {
  const { app, see } = await openConsole();
  const long = 'long '.repeat(19_999) + 'tails';
  expect((await app.post('/api/submit-voice-agent-form', aVoiceForm({ notes: long }))).status).toBe(200);
  expect((await see(LISTS.voice)).submissions[0].notes).toBe(long);
  const { status, body } = await app.post('/api/submit-voice-agent-form', aVoiceForm({ notes: `${long}!x` }));
  expect(status).toBe(400);
  expect(body.fields).toEqual({ notes: ['Please use no more than 100000 characters'] });
});

test('calls with only the documented fields are accepted', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const calls: [string, object][] = [
    [
      '/api/submit-order-form',
      {
        name: 'Ada',
        email: 'a@b.example',
        project: 'ORD-10001',
        orderNumber: 'ORD-10001',
        package: '1-page',
        hosting: 'hosted',
        description: '',
        colors: '',
        fonts: '',
        text: '',
        addons: [],
        notes: '',
        deadline: '',
      },
    ],
    [
      '/api/submit-voice-agent-form',
      { firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '1', businessName: 'C', notes: '' },
    ],
    [
      '/api/voice-agent-form-submission',
      {
        firstName: 'A',
        lastName: 'B',
        email: 'a@b.example',
        phone: '1',
        practiceName: 'C',
        practiceType: 'general',
        practiceSize: 'solo',
        formType: 'dental-voice-agent',
      },
    ],
    [
      '/api/on-hold-audio-form',
      {
        businessName: 'AB',
        businessNiche: 'CD',
        customMessage: 'Ten letters and more',
        email: 'a@b.example',
        phone: '',
        orderNumber: '',
      },
    ],
  ];
  for (const [path, body] of calls) {
    const answer = await app.post(path, body);
    expect(answer.status, path).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: expect.stringContaining('submitted successfully!'),
      orderNumber: expect.stringMatching(/^ORD-\d{5}$/),
      mailchimpStatus: 'not_configured',
      promises: path === '/api/submit-order-form' ? 'contact' : 'delivery',
      nextForm: null,
    });
  }
});

test('the dental defaults: no category, not multilingual, HIPAA yes', async () => {
  const { app, see } = await openConsole();
  const {
    hipaaCompliance: _h,
    multilingualSupport: _m,
    category6_emergencyTriage: _c,
    ...rest
  } = aDentalForm();
  await app.post('/api/voice-agent-form-submission', rest);
  expect((await see(LISTS.voice)).submissions[0]).toMatchObject({
    hipaaCompliance: true,
    multilingualSupport: false,
    category6_emergencyTriage: false,
  });
});

test('lists of forms require a login, start empty, and show the newest first, in pages', async () => {
  const { app, see } = await openConsole();
  for (const list of Object.values(LISTS)) {
    expect((await app.get(list)).status).toBe(401);
    expect(await see(list)).toMatchObject({ success: true, submissions: [], total: 0, nextCursor: null });
  }
  expect((await see(LISTS.website)).message).toBe('No form submissions found');
  expect((await see(LISTS.voice)).message).toBe('No AI Voice Agent submissions found');
  for (const niche of ['first', 'second', 'third']) {
    await app.post('/api/on-hold-audio-form', anOnHoldForm({ businessNiche: niche }));
  }
  const first = await see(`${LISTS.onhold}?limit=2`);
  const second = await see(`${LISTS.onhold}?limit=2&cursor=${first.nextCursor}`);
  const niches = [...first.submissions, ...second.submissions].map(({ businessNiche }) => businessNiche);
  expect(niches).toEqual(['third', 'second', 'first']);
  expect([first.total, second.nextCursor]).toEqual([3, null]);
});
