import { expectNoFindings, expectFits } from '@northlight/shared/ui/test/page-checks.ts';
import { logIn } from '../support/admin-steps.ts';
import { pageOf } from '../support/recurring-steps.ts';
import { expect, goToPayment, orderNumber, payByCard, test } from '../support/shop.ts';
import { buyPaid, newEmail } from '../support/purchases.ts';

/** A second of silence as WAV. */
function sound(): Buffer {
  const rate = 8_000;
  const wav = Buffer.alloc(44 + rate);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + rate, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(rate, 40);
  return wav.fill(128, 44);
}

test('an order from payment to delivery, in the windows of the customer and the administrator', async ({
  page,
  browser,
  baseURL,
}) => {
  await goToPayment(page, ['website', 'onhold'], { Email: newEmail() });
  await payByCard(page);
  const number = await orderNumber(page);
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByRole('heading', { name: `Your order ${number}` })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const website = page.getByRole('article').filter({ hasText: 'Website' });
  await expect(website.getByRole('status')).toContainText('We need your answers.');

  await using office = await browser.newContext({ ...(baseURL && { baseURL }) });
  const desk = await office.newPage();
  await logIn(desk);
  await desk.goto(`/admin-dashboard#/case/${number}`);
  const work = desk.getByRole('region', { name: 'Work' });
  await expect(work).toContainText('Waiting for the customer’s form');

  await website.getByRole('link', { name: 'Fill out the form' }).click();
  // The link fills in the rest.
  await expect(page.locator('#email')).not.toHaveValue('');
  await page.getByLabel('Full name').fill('Ada Marlow');
  await page.getByLabel('Preferred fonts').fill('Serif');
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await page.waitForURL('**/form-thank-you?**');
  await expect(work).toContainText('To do: contact the customer');
  // When it is due stands beside the next act.
  await expect(desk.locator('.case-head')).toContainText(/(Today|Tomorrow|\w{3}) \d+:\d\d [AP]M/);
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(website.getByRole('status')).toContainText(
    /We have your answers. We’ll contact you by \w+,? \d+:\d\d [AP]M Eastern\./,
  );

  await page.getByText('Website form sent on').click();
  await page.getByRole('link', { name: 'Correct your answers' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Marlow');
  await page.getByLabel('Full name').fill('Ada Grey');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/order?**&corrected');
  await expect(page.getByText('We’ll start from your new answers.')).toBeVisible();
  const form = desk.getByRole('region', { name: 'Website form' });
  await form.getByText(/^Corrected/).click();
  await expect(form.locator('del')).toHaveText('Marlow');
  await expect(form.locator('ins')).toHaveText('Grey');

  await work.getByRole('button', { name: 'Deliver version 1' }).first().click();
  await work.getByLabel('Note to the customer').fill('Here is your first version.');
  await work.getByLabel('Link to a preview').fill('https://preview.example/marlow');
  await work.getByRole('button', { name: 'Deliver', exact: true }).click();
  await expect(website.getByRole('status')).toContainText('Version 1 is ready.');
  await expect(website.getByRole('link', { name: 'Open the preview' })).toHaveAttribute(
    'href',
    'https://preview.example/marlow',
  );

  await website.getByRole('button', { name: 'Ask for a change' }).click();
  await website.getByLabel('What should we change?').fill('Bigger photos, please.');
  await website.getByRole('button', { name: 'Send request' }).click();
  await expect(website.getByRole('status')).toContainText('We’re making your change.');
  await expect(website).toContainText('1 of 5 design revisions used');
  await expect(work).toContainText('Change requested. To do: contact the customer');

  // More are offered when one is left.
  const more = website.getByRole('button', { name: 'Buy 5 more revisions for $49' });
  await expect(more).toHaveCount(0);
  const answer = `/api/order/answer${new URL(page.url()).search}`;
  for (const version of [2, 3, 4]) {
    const next = {
      service: 'website',
      after: version - 1,
      note: 'Here it is.',
      link: '',
      phone: '',
      fileIds: [],
    };
    expect((await desk.request.post(`/api/admin/cases/${number}/deliveries`, { data: next })).status()).toBe(
      200,
    );
    const change = { answer: 'change', service: 'website', version, change: 'Once more, please.' };
    expect((await page.request.post(answer, { data: change })).status()).toBe(200);
  }
  await more.click();
  await expect(page.getByRole('heading', { name: 'More design revisions', level: 1 })).toBeVisible();
  await payByCard(page);
  await expect(page.getByText('Your payment went through, and you have 5 more revisions.')).toBeVisible();
  await expect(website).toContainText('4 of 10 design revisions used');
  await expect(page.getByRole('link', { name: /^Invoice INV-\d+ \(PDF\)$/ })).toHaveCount(2);
  await expect(desk.getByRole('heading', { name: /^Added: ORD-/ })).toBeVisible();

  await desk.getByLabel('Message to the customer').fill('Which photo do you mean?');
  await desk.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Which photo do you mean?')).toBeVisible();
  await page.getByLabel('Your message').fill('The one with the blue door.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(desk.getByRole('region', { name: 'What happened' })).toContainText(
    'The one with the blue door.',
  );

  await work.getByRole('button', { name: 'Deliver version 5' }).click();
  await work.getByLabel('Files').setInputFiles({ name: 'hello.wav', mimeType: 'audio/wav', buffer: sound() });
  await work.getByRole('button', { name: 'Deliver', exact: true }).click();
  await expect(website.getByRole('status')).toContainText('Version 5 is ready.');
  await expect(website.locator('audio')).toBeVisible();
  await expect(website.getByRole('link', { name: 'hello.wav' })).toBeVisible();
  await page.getByLabel('Add files').setInputFiles({
    name: 'hours.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Monday to Friday, 9 to 5'),
  });
  await expect(page.getByRole('link', { name: 'hours.txt' })).toBeVisible();
  await expect(desk.getByRole('link', { name: 'hours.txt' })).toBeVisible();
  await website.getByRole('button', { name: 'Approve' }).click();
  await website.getByRole('button', { name: 'Yes, approve' }).click();
  await expect(website.getByRole('status')).toContainText('Your website will be live by');
  await work.getByLabel('Address of the website').fill('marlow-bicycles.example');
  await work.getByRole('button', { name: 'Mark website as live' }).click();
  await expect(website.getByRole('status')).toContainText('Your website is live.');
});

test('axe finds no violations on the page of an order, and it fits 320 px @long', async ({ page }) => {
  const order = await buyPaid(page, ['website', 'onhold']);
  const number = order.orderNumber;
  await page.goto(pageOf(order));
  await expect(page.getByRole('heading', { name: `Your order ${number}` })).toBeVisible();
  await logIn(page);
  await page.request.post(`/api/admin/cases/${number}/deliveries`, {
    data: { service: 'website', after: 0, note: 'Here it is.', phone: '(555) 010-4477' },
  });
  await page.getByRole('button', { name: 'Ask for a change' }).click();
  await expectNoFindings(page, 'a version to review');
  await expectFits(page, 'a version to review');
  await page.emulateMedia({ media: 'print' });
  for (const level of [1, 3]) await expect(page.getByRole('heading', { level }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send message' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByText('214 North Light Lane').first()).toBeVisible();
  const pdf = await page.pdf({ format: 'Letter' });
  expect(pdf.toString('latin1')).toMatch(/\/Type \/Pages\s*\/Count 1\b/);
});

test('without a link, the page emails one, and loads no React @long', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/order?order=ORD-99999');
  await expect(page.getByLabel('Order number')).toHaveValue('ORD-99999');
  await expectNoFindings(page, 'without a link');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByRole('status')).toContainText('we’ll email you the link');
  await page.getByLabel('Order number').fill('nothing');
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByRole('alert')).toContainText('Order number must be in format ORD-XXXXX');
  expect(scripts).toEqual([]);
});

test('a wrong link offers a new one @long', async ({ page }) => {
  await page.goto('/order?order=ORD-99999&key=wrong');
  await expect(page.getByRole('heading', { name: 'Find your order' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This link isn’t valid.');
  await expectNoFindings(page, 'a wrong link');
  await expect(page.getByLabel('Order number')).toHaveValue('ORD-99999');
});

test('the owner ends the customer’s links @long', async ({ page, browser, baseURL }) => {
  const order = await buyPaid(page, ['onhold']);
  const number = order.orderNumber;
  await page.goto(pageOf(order));
  await expect(page.getByRole('heading', { name: `Your order ${number}` })).toBeVisible();
  await using office = await browser.newContext({ ...(baseURL && { baseURL }) });
  const desk = await office.newPage();
  await logIn(desk);
  await desk.goto(`/admin-dashboard#/case/${number}`);
  const customer = desk.getByRole('region', { name: 'Customer', exact: true });
  await desk.getByRole('button', { name: 'More actions' }).click();
  await desk.getByRole('button', { name: 'End the customer’s links' }).click();
  await expectNoFindings(desk, 'ending links');
  await customer.getByRole('button', { name: 'End all links' }).click();
  await expect(desk.locator('.toast-title', { hasText: 'Earlier links ended' })).toBeVisible();
  await expect(desk.getByText('Earlier links to the order ended')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Find your order' })).toBeVisible();
});
