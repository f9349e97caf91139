import { expect, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';

/** What the check says about a file, by line. */
async function check(...lines: string[]) {
  const { app, act, see } = await openConsole();
  const file = { name: 'export.csv', text: lines.join('\r\n') };
  const { body } = await act('/api/admin/imports/check', file);
  const rows = body.rows.toSorted((a: { line: number }, b: { line: number }) => a.line - b.line);
  return {
    app,
    see,
    run: (skipsRefused = false) => act('/api/admin/imports', { ...file, skipsRefused }),
    unread: body.unread,
    says: rows.map(({ who, why }: { who: string; why: string }) => `${who}: ${why}`),
  };
}

const ONLY = 'Only sales that were paid in US dollars, or are unpaid, can be imported.';
const NEITHER = 'is neither paid nor unpaid. Only paid and unpaid orders can be imported';

test('Stripe, payments: paid ones come in, and each other one says why not', async () => {
  const { says } = await check(
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Converted Amount Refunded,Converted Currency,Decline Reason,Description,Fee,Mode,PaymentIntent ID,Refunded date (UTC),Statement Descriptor,Status,Seller Message,Card ID,Customer ID,Customer Description,Customer Email,Disputed Amount,Dispute Status,Invoice ID',
    'ch_1,2024-03-06 02:30,"1,099.00",0.00,usd,true,1099.00,0.00,usd,,Website,32.17,Live,pi_1,,CAFE,Paid,Payment complete.,card_1,cus_1,,cleo@cafe.example,0.00,,',
    'ch_2,2024-03-06 14:22,99.00,99.00,usd,true,99.00,99.00,usd,,On-hold,3,Live,pi_2,2024-03-07 10:00,CAFE,Refunded,,card_1,cus_2,,dan@deli.example,0.00,,',
    'ch_3,2024-03-07 14:22,99.00,0.00,usd,false,99.00,0.00,usd,insufficient_funds,On-hold,0,Live,pi_3,,CAFE,Failed,,card_1,cus_3,,eve@mill.example,0.00,,',
    'ch_4,2024-03-08 14:22,80.00,0.00,eur,true,86.00,0.00,usd,,Menu,3,Live,pi_4,,CAFE,Paid,,card_1,cus_4,,fay@mill.example,0.00,,',
    'ch_5,2024-03-09 14:22,80.00,20.00,usd,true,80.00,20.00,usd,,Menu,3,Live,pi_5,2024-03-10 10:00,CAFE,Paid,,card_1,cus_5,,gus@mill.example,0.00,,',
    'ch_6,2024-03-09 14:22,80.00,0.00,usd,true,80.00,0.00,usd,,Menu,3,Live,pi_6,,CAFE,Paid,,card_1,cus_6,,hal@mill.example,80.00,lost,',
    'ch_7,2024-03-09 14:22,80.00,0.00,usd,false,80.00,0.00,usd,,Menu,3,Live,pi_7,,CAFE,requires_capture,,card_1,cus_7,,ida@mill.example,0.00,,',
    'ch_8,2024-03-09 14:22,80.00,0.00,usd,true,80.00,0.00,usd,,Menu,3,Live,pi_8,,CAFE,Paid,,card_1,cus_1,,cleo@cafe.example,0.00,,',
    'ch_9,2024-03-09 14:22,80.00,0.00,usd,true,80.00,0.00,usd,,Menu,3,Live,pi_9,,CAFE,Paid,,card_1,cus_1,,cleo@cafe.example,0.00,,',
    'ch_9,2024-03-09 14:22,80.00,0.00,usd,true,80.00,0.00,usd,,Menu,3,Live,pi_9,,CAFE,Paid,,card_1,cus_1,,cleo@cafe.example,0.00,,',
  );
  expect(says).toEqual([
    'cleo@cafe.example: An order of $1,099.00, paid',
    `dan@deli.example: Amount Refunded: “99.00”. ${ONLY}`,
    `eve@mill.example: Captured: “false”. ${ONLY}`,
    `fay@mill.example: Currency: “eur”. ${ONLY}`,
    `gus@mill.example: Amount Refunded: “20.00”. ${ONLY}`,
    `hal@mill.example: Disputed Amount: “80.00”. ${ONLY}`,
    `ida@mill.example: Captured: “false”. ${ONLY}`,
    'cleo@cafe.example: An order of $80.00, paid',
    'cleo@cafe.example: An order of $80.00, paid',
    'cleo@cafe.example: The same as line 10.',
  ]);
});

test('Stripe, customers: all are customers, whatever their currency and status', async () => {
  const { says, unread } = await check(
    'id,Description,Email,Name,Created (UTC),Card ID,Card Last4,Currency,Delinquent,Total Spend,Payment Count,Refunded Volume,Dispute Losses,Plan,Status',
    'cus_1,,cleo@cafe.example,Cleo Park,2024-03-05 14:22,card_1,4242,usd,false,99.00,1,0.00,0.00,,',
    'cus_2,,dan@deli.example,Dan Ode,2024-03-05 14:22,,,eur,true,0.00,0,10.00,0.00,gold,canceled',
  );
  expect(says).toEqual(['cleo@cafe.example: A customer', 'dan@deli.example: A customer']);
  expect(unread).toContain('Total Spend');
});

test('Stripe, subscriptions: their IDs are known by their beginning, and Stripe is asked', async () => {
  const { says } = await check(
    'id,Customer ID,Customer Description,Customer Email,Customer Name,Plan,Product,Quantity,Currency,Interval,Amount,Status,Created (UTC),Start (UTC),Current Period Start (UTC),Current Period End (UTC),Canceled At (UTC),Cancel At Period End,Ended At (UTC)',
    'sub_1,cus_1,,cleo@cafe.example,Cleo Park,price_1,prod_1,1,usd,month,45.00,active,2024-03-05 14:22,2024-03-05 14:22,2024-03-05 14:22,2024-04-05 14:22,,false,',
  );
  expect(says).toEqual(['cleo@cafe.example: Connect Stripe first, under Settings, Connections.']);
});

test('PayPal, activity: payments come in, and withdrawals, refunds, and pending ones are refused', async () => {
  const head =
    '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Shipping Address","Address Status","Item Title","Item ID","Sales Tax","Reference Txn ID","Invoice Number","Balance","Address Line 1","Town/City","State/Province/Region/County/Territory/Prefecture/Republic","Zip/Postal Code","Country","Contact Phone Number","Subject","Note","Balance Impact"';
  const row = (type: string, status: string, gross: string, email: string, id: string, currency = 'USD') =>
    `"03/05/2024","20:10:00","PST","Cleo Park","${type}","${status}","${currency}","${gross}","-3.20","1.00","${email}","hi@shop.example","${id}","","Confirmed","Menu","","4.00","","","5,096.80","12 Canal St","Columbus","OH","43004","United States","555-0101","","","Credit"`;
  const { says } = await check(
    head,
    row('Website Payment', 'Completed', '1,060.00', 'cleo@cafe.example', '1AB'),
    row('Express Checkout Payment', 'Pending', '50.00', 'dan@deli.example', '2AB'),
    row('Payment Refund', 'Completed', '-50.00', 'dan@deli.example', '3AB'),
    row('General Withdrawal', 'Completed', '-500.00', '', '4AB'),
    row('Bank Deposit to PP Account', 'Completed', '500.00', 'me@shop.example', '5AB'),
    row('Mobile Payment', 'Completed', '50.00', 'eve@mill.example', '6AB', 'GBP'),
    row('Mobile Payment', 'Completed', '-50.00', 'eve@mill.example', '7AB'),
    row('Website Payment', 'Completed', '1,060.00', 'cleo@cafe.example', '1AB'),
  );
  expect(says).toEqual([
    'cleo@cafe.example: An order of $1,060.00, paid',
    `dan@deli.example: paid: “Pending” ${NEITHER}`,
    `dan@deli.example: Type: “Payment Refund”. ${ONLY}`,
    `: Type: “General Withdrawal”. ${ONLY}`,
    `me@shop.example: Type: “Bank Deposit to PP Account”. ${ONLY}`,
    `eve@mill.example: Currency: “GBP”. ${ONLY}`,
    'eve@mill.example: amount: A negative amount is a refund, or money that you paid',
    'cleo@cafe.example: The same as line 2.',
  ]);
});

test('Shopify, orders: one order of several rows is one, and refunded, voided, and pending ones are refused', async () => {
  const head =
    'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Notes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Outstanding Balance,Id,Tags,Source';
  const row = (name: string, status: string, cancelled = '', refunded = '0.00', owed = '0.00') =>
    `${name},cleo@cafe.example,${status},2024-03-05 23:10:00 -0500,unfulfilled,,no,USD,100.00,0.00,6.00,106.00,,0.00,,2024-03-05 23:09:58 -0500,1,Menu,60.00,,pending,Cleo Park,12 Canal St,12 Canal St,Cafe Cleo,Columbus,'43004,OH,US,'+15550101234,Cleo Park,,${cancelled},Stripe,c1,${refunded},${owed},5001,vip,web`;
  const { says, app, run } = await check(
    head,
    row('#1001', 'paid'),
    '#1001,cleo@cafe.example,,,,,,,,,,,,,,2024-03-05 23:09:58 -0500,2,Card,20.00,,pending,,,,,,,,,,,,,,,,,,,',
    row('#1002', 'refunded', '', '106.00'),
    row('#1003', 'voided'),
    row('#1004', 'pending'),
    row('#1005', 'paid', '2024-03-06 10:00:00 -0500'),
    row('#1006', 'partially_paid', '', '0.00', '50.00'),
  );
  expect(says).toEqual([
    'cleo@cafe.example: An order of $106.00, paid',
    'cleo@cafe.example: More of line 2.',
    `cleo@cafe.example: Refunded Amount: “106.00”. ${ONLY}`,
    `cleo@cafe.example: paid: “voided” ${NEITHER}`,
    `cleo@cafe.example: paid: “pending” ${NEITHER}`,
    `cleo@cafe.example: Cancelled at: “2024-03-06 10:00:00 -0500”. ${ONLY}`,
    `cleo@cafe.example: paid: “partially_paid” ${NEITHER}`,
  ]);
  await run(true);
  expect(app.db.$client.prepare('SELECT * FROM orders').all()).toMatchObject([
    {
      first_name: 'Cleo',
      last_name: 'Park',
      phone: '+15550101234',
      postal_code: '43004',
      business_name: 'Cafe Cleo',
      tax_cents: 600,
      created_at: Date.parse('2024-03-05T17:00:00Z'),
    },
  ]);
});

test('Shopify, Square, Mailchimp, and HoneyBook: lists of customers', async () => {
  const shopify = await check(
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Total Spent,Total Orders,Note,Tax Exempt,Tags',
    "'7001,Cleo,Park,cleo@cafe.example,yes,Cafe Cleo,12 Canal St,Columbus,OH,US,'43004,'+15550101234,'+15550101234,106.00,1,,no,\"vip, retainer\"",
  );
  const square = await check(
    'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status',
    ",Cleo,Park,cleo@cafe.example,'+15550101234,,Cafe Cleo,12 Canal St,,Columbus,OH,43004,,,ABC,Manual,2024-03-05,2024-03-05,1,$106.00,Unknown",
  );
  const mailchimp = await check(
    '"Email Address","First Name","Last Name","Address","Phone Number","Birthday",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
    'cleo@cafe.example,Cleo,Park,"12 Canal St  Columbus OH 43004",5550101234,,2,,,"2024-03-05 14:22:01",192.0.2.1,,,,,,us,oh,"2024-03-05 14:22:01",1,abc,,"""VIP"",""Retainer"""',
  );
  const honeybook = await check(
    'Full Name,Email,Phone Number,Company,Lead Source,Project Name,Created Date',
    'Cleo Park,cleo@cafe.example,(555) 010-1234,Cafe Cleo,Instagram,Menu,"Mar 5, 2024"',
  );
  for (const { says } of [shopify, square, mailchimp, honeybook])
    expect(says).toEqual(['cleo@cafe.example: A customer']);
  await mailchimp.run();
  const { customers } = await mailchimp.see('/api/json/customers');
  expect(customers[0].tags).toEqual(['VIP', 'Retainer']);
});

test('WooCommerce, orders: what was never paid, or was refunded, is refused', async () => {
  const head =
    'Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Company (Billing),Address 1&2 (Billing),City (Billing),State Code (Billing),Postcode (Billing),Country Code (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Payment Method Title,Cart Discount Amount,Order Subtotal Amount,Order Shipping Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item #,Item Name,Quantity (- Refund),Item Cost';
  const row = (number: number, status: string, refund = '0.00') =>
    `${number},${status},2024-03-05 14:22,,Cleo,Park,Cafe Cleo,12 Canal St,Columbus,OH,43004,US,cleo@cafe.example,555-0101,Cleo,Card,0.00,100.00,0.00,${refund},106.00,6.00,,1,Menu,1,100.00`;
  const unpaid = ['Processing', 'On hold', 'Refunded', 'Cancelled', 'Failed', 'Pending payment'];
  const { says } = await check(
    head,
    row(101, 'Completed'),
    ...unpaid.map((status, nth) => row(102 + nth, status)),
    row(110, 'Completed', '20.00'),
    row(101, 'Completed').replace('Menu,1,100.00', 'Card,1,6.00'),
  );
  expect(says).toEqual([
    'cleo@cafe.example: An order of $106.00, paid',
    ...unpaid.map((status) => `cleo@cafe.example: paid: “${status}” ${NEITHER}`),
    `cleo@cafe.example: Order Refund Amount: “20.00”. ${ONLY}`,
    'cleo@cafe.example: More of line 2.',
  ]);
});

test('HoneyBook and Dubsado, payments and invoices', async () => {
  const honeybook = await check(
    'Payment Date,Client Name,Client Email,Project Name,Invoice #,Payment Method,Status,Amount,Sales Tax,Refunded Amount',
    '"Mar 5, 2024",Cleo Park,cleo@cafe.example,Menu,#0012-001,Card,Paid,"$1,060.00",$60.00,$0.00',
    '"Mar 6, 2024",Dan Ode,dan@deli.example,Menu,#0013-001,Card,Processing,$80.00,$0.00,$0.00',
    '"Mar 6, 2024",Dan Ode,dan@deli.example,Menu,#0014-001,Card,Paid,$80.00,$0.00,$80.00',
  );
  expect(honeybook.says).toEqual([
    'cleo@cafe.example: An order of $1,060.00, paid',
    `dan@deli.example: paid: “Processing” ${NEITHER}`,
    `dan@deli.example: Refunded Amount: “$80.00”. ${ONLY}`,
  ]);
  const dubsado = await check(
    'Invoice Number,Client,Client Email,Project,Invoice Date,Due Date,Status,Total,Balance Due',
    '2024-17,Cleo Park,cleo@cafe.example,Menu,3/5/2024,3/19/2024,Paid,"1,060.00",0.00',
    '2024-18,Dan Ode,dan@deli.example,Menu,3/5/2024,3/19/2024,Overdue,80.00,80.00',
    '2024-19,Eve Ray,eve@mill.example,Menu,3/5/2024,3/19/2024,,80.00,30.00',
    '2024-20,Fay Ray,fay@mill.example,Menu,3/5/2024,3/19/2024,Draft,80.00,80.00',
  );
  expect(dubsado.says).toEqual([
    'cleo@cafe.example: An order of $1,060.00, paid',
    'dan@deli.example: An order of $80.00, unpaid',
    `eve@mill.example: Balance Due: “30.00”. ${ONLY}`,
    `fay@mill.example: paid: “Draft” ${NEITHER}`,
  ]);
});

test('QuickBooks: customers, and invoices with their open balances', async () => {
  const customers = await check(
    'Customer full name,Company name,Street Address,City,State,Country,Zip,Phone,Email,Attachments,Open balance,Notes',
    'Cleo Park,Cafe Cleo,"12 Canal St\r\nSuite 4",Columbus,OH,US,43004,555-0101,"cleo@cafe.example, ap@cafe.example",0,$80.00,',
  );
  expect(customers.says).toEqual(['cleo@cafe.example: A customer']);
  await customers.run();
  const [note] = (await customers.see('/api/json/customers/1')).notes;
  expect(note.text).toContain('12 Canal St, Suite 4, Columbus');
  expect(note.text).toContain('Other addresses: ap@cafe.example');
  const invoices = await check(
    'Date,Transaction type,Num,Customer,Email,Memo/Description,Due date,Amount,Open balance',
    '03/05/2024,Invoice,1001,Cafe Cleo LLC,cleo@cafe.example,Menu,03/19/2024,"1,060.00",0.00',
    '03/05/2024,Invoice,1002,Dan Ode,dan@deli.example,Menu,03/19/2024,80.00,80.00',
    '03/06/2024,Credit Memo,1003,Dan Ode,dan@deli.example,Menu,03/19/2024,-80.00,0.00',
  );
  expect(invoices.says).toEqual([
    'cleo@cafe.example: An order of $1,060.00, paid',
    'dan@deli.example: An order of $80.00, unpaid',
    `dan@deli.example: Transaction type: “Credit Memo”. ${ONLY}`,
  ]);
});

test('Wix, Squarespace, and Xero: the same meanings under other names', async () => {
  const wix = await check(
    'Order number,Date created,Time,Total order quantity,Contact email,Note from customer,Billing name,Payment status,Payment method,Total,Currency,Refunded amount,Fulfillment status',
    '10001,"Mar 5, 2024",14:22,1,cleo@cafe.example,,Cleo Park,Paid,Card,106.00,USD,0.00,Fulfilled',
    '10002,"Mar 5, 2024",14:22,1,cleo@cafe.example,,Cleo Park,Not paid,Offline,80.00,USD,0.00,Not fulfilled',
    '10003,"Mar 5, 2024",14:22,1,cleo@cafe.example,,Cleo Park,Fully Refunded,Card,80.00,USD,80.00,Fulfilled',
  );
  expect(wix.says).toEqual([
    'cleo@cafe.example: An order of $106.00, paid',
    'cleo@cafe.example: An order of $80.00, unpaid',
    `cleo@cafe.example: Refunded amount: “80.00”. ${ONLY}`,
  ]);
  const squarespace = await check(
    'Order ID,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Amount Refunded,Total,Discount Code,Created at,Lineitem quantity,Lineitem name,Lineitem price,Billing Name,Billing City,Cancelled at',
    '00021,cleo@cafe.example,PAID,2024-03-05 14:22:01 -0500,FULFILLED,,USD,100.00,0.00,6.00,0.00,106.00,,2024-03-05 14:22:01 -0500,1,Menu,60.00,Cleo Park,Columbus,',
    '00021,cleo@cafe.example,,,,,,,,,,,,,2,Card,20.00,,,',
  );
  expect(squarespace.says).toEqual([
    'cleo@cafe.example: An order of $106.00, paid',
    'cleo@cafe.example: More of line 2.',
  ]);
  const xero = await check(
    'ContactName,EmailAddress,InvoiceNumber,InvoiceDate,DueDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue,Currency,Type,Status',
    'Cleo Park,cleo@cafe.example,INV-1,2024-03-05,2024-03-19,106.00,6.00,106.00,0.00,USD,Sales invoice,Paid',
    'Dan Ode,dan@deli.example,INV-2,2024-03-05,2024-03-19,106.00,6.00,50.00,56.00,USD,Sales invoice,Paid',
    'Dan Ode,dan@deli.example,CN-1,2024-03-05,2024-03-19,106.00,6.00,0.00,0.00,USD,Sales credit note,Paid',
  );
  expect(xero.says).toEqual([
    'cleo@cafe.example: An order of $106.00, paid',
    `dan@deli.example: InvoiceAmountDue: “56.00”. ${ONLY}`,
    `dan@deli.example: Type: “Sales credit note”. ${ONLY}`,
  ]);
});

test('if one column says completed and another refunded, the row is refused', async () => {
  const { says } = await check(
    'email,date,amount,Order Status,Payment Status\ncleo@cafe.example,2024-03-05,5,Completed,Refunded',
  );
  expect(says).toEqual([`cleo@cafe.example: paid: “Refunded” ${NEITHER}`]);
});
