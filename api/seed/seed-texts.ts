import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s+/);
const lines = (text: string): readonly string[] => text.trim().split(/\n\s*/);
/** Lines whose parts are separated by a bar. */
const rows = (text: string): readonly string[][] => lines(text).map((line) => line.split(' | '));

export const FIRST_NAMES = list(`
  Ada Amir Astrid Ben Bo Carmen Chen Dara Diego Elif Emeka Farah Felix Grace Hana Hugo Ines Ivan Jada Jonas Kaya Kofi
  Lena Luis Mara Milo Nadia Noor Omar Petra Quinn Rosa Sami Tara Theo Uma Viktor Wanda Yara Zoë
`);
export const LAST_NAMES = list(`
  Abbott Becker Calloway Castillo Dietrich Eriksen Fontaine Garland Haddad Ibarra Jansen Kowalski Lindqvist Marlow
  Nakamura Okafor Pereira Quintero Rasmussen Sandoval Tanaka Underhill Vasquez Whitlock Yilmaz Zielinski
`);
/** First name, last name, business, email, and the trade below. */
export const LONG_NAMES = rows(`
  Maximiliane-Charlotte | von Hohenberg-Oberhausen | Von Hohenberg-Oberhausen Bridal Alterations and Formal Wear | office@hohenberg-alterations.example | Tailors
  Wilhelmina | Fitzgerald-Montgomery | The Old Mill Street Community Bakery, Coffee House, and Catering Company | wilhelmina@old-mill-street-bakery.example | Bakery
  美咲 | 田中 | 田中ベーカリー (Tanaka Bakery) | misaki@tanaka-bakery.example | Bakery
`);
/** What a business is called, what it offers, and what its callers should hear. */
export const TRADES = rows(`
  Bakery | fresh bread, cakes, and coffee | Our sourdough comes out of the oven at seven every morning.
  Bicycles | new and used bicycles, and repairs | Bring your bike in for a checkup before the season starts.
  Carpentry | custom cabinets, shelves, and repairs | Every kitchen we build starts with a free visit.
  Dental | checkups, cleanings, and fillings for the whole family | New patients are welcome, and we can often see you this week.
  Electric | wiring, lighting, and panel upgrades | For an emergency, press one and we will call you right back.
  Florists | bouquets, weddings, and same-day delivery | Order before noon and we deliver the same day.
  Garage | oil changes, brakes, and inspections | Most oil changes take thirty minutes, and you don’t need an appointment.
  Hardware | tools, paint, and keys cut while you wait | Ask us about tool rental by the day.
  Interiors | room design, curtains, and color advice | The first hour of color advice is on us.
  Kennels | dog boarding, day care, and grooming | Your dog gets three walks a day, and you get pictures.
  Landscaping | lawn care, patios, and snow removal | Sign up for snow removal before the first of December.
  Optics | eye exams, glasses, and contact lenses | We keep your prescription on file, so reordering takes a minute.
  Plumbing | repairs, water heaters, and drain cleaning | If water is running, press one now.
  Roofing | repairs, gutters, and new roofs | Estimates are free, and we answer within two days.
  Salon | haircuts, color, and styling | Book your next visit online at any time.
  Tailors | alterations, suits, and repairs | Most alterations are ready in four days.
  Upholstery | chairs, sofas, and boat seats | Send us a picture and we will tell you the price.
  Veterinary | checkups, vaccinations, and surgery for cats and dogs | If your pet needs help tonight, please call the county animal hospital.
  Yoga | classes for beginners, and private lessons | Your first class is free.
`);
export const TOWNS = list(`
  Arbor Bayview Cedarville Dunmore Eastlake Fairhaven Glenwood Harbor Ironwood Juniper Kingsley Lakeside Maplewood
  Northfield Oakridge Pinecrest Quarry Riverside Stonebridge Timberline Upland Valley Westbrook
`);
/** State, ZIP code, and area code. */
export const PLACES = rows(`
  MI | 48104 | 734
  OH | 43604 | 419
  IN | 46802 | 260
  IL | 60505 | 630
`);
export const DESCRIPTIONS = lines(`
  We are a family business in {town} and offer {offer}.
  In {town} since 1998: {offer}.
  Two people and a van. We offer {offer} in {town} and the towns around it.
  We opened in {town} last spring: {offer}.
`);
export const ABOUT = lines(`
  {business} has served {town} for more than twenty years. We offer {offer}. Stop by or give us a call.
  Welcome to {business}. We offer {offer}, at fair prices and without long waits.
  At {business} you talk to the owner. We offer {offer}.
`);
export const PRAISE = lines(`
  “Friendly, on time, and the price was what they said.” – Karen, {town}
  “We have been customers for ten years and would not go anywhere else.” – the Millers
  “They fixed it the same day.” – Paul, {town}
`);
export const WISHES = lines(`
  Please put our phone number at the top. Most customers call.
  Our hours are Monday to Saturday, 8 to 6. Closed on holidays.
  We like the page of the coffee shop on Main Street: large pictures, little text.
  We would like to be online before the holidays if possible.
`);
export const COLORS = lines(`
  Navy, white, light gray
  #1f6feb, #ffffff, #222222
  Dark green, cream, gold
  The colors of our logo
`);
export const FONTS = lines(`
  Something round
  Plain
  With serifs
`);
export const CALLS = lines(`
  The agent should take the caller’s name and number and ask what it is about. Please no prices on the phone.
  Most callers ask for our hours and whether we can come this week. We are open Monday to Friday, 8 to 5.
  Please transfer emergencies to my cell phone, (734) 555-0188. Everything else can wait for a call back.
  It should book appointments in our calendar, and speak Spanish if the caller does.
`);
/** Of the first version of each service, and what the customer then wants changed. */
export const FIRST_VERSION = {
  website: 'Here is the first version of your page. Please look at it on your phone, too.',
  voice: 'Your agent is ready for a test. Call the number and ask what your customers ask.',
  onhold: 'Here is your recording. It runs for a minute and then repeats.',
};
export const NEXT_VERSION = 'Here is the next version, with what you asked for.';
export const CHANGES = {
  website: lines(`
    Could you make the phone number larger and put our hours next to it?
    The picture at the top is too dark. Please use the one of our front door.
    We no longer work on Saturdays. Please change the hours, and take out the second price.
  `),
  voice: lines(`
    It talks a little too fast, and it says our name with a long “a”. It is a short one.
    Please let it ask for the street address as well.
    When I asked for Sunday it offered me Monday at 6 AM. We open at 8.
  `),
  onhold: lines(`
    The music is a bit loud. Can the voice come in earlier?
    Please leave out the part about the parking lot. It is closed until spring.
  `),
};
/** The studio and the customer in turn. A dash first: the customer begins. */
export const CONVERSATIONS = rows(`
  Hi {name}, thank you for the form. I will start today. Do you have your logo as a file? | Only on paper. Can you work with a picture of it? | Yes, a sharp one is enough. Thank you!
  Hi {name}, which phone number should be on the page, the office or your cell phone? | The office, please: {phone}. | Thanks. You will hear from us when the first version is ready. | Great, no hurry. | All right. | Thank you!
  - | Hi, I forgot to say that we are closed on Mondays. | Thanks for telling us, {name}. I have put it in.
  - | When can I expect the first version? My partner is asking. | Hi {name}, the due time is at the top of your order page. We are on schedule. | Perfect, thank you.
  Hi {name}, we have all we need. One question: may we use the pictures from your social media? | Yes, all of them. My daughter took them. | They are very good. Thank you! | I will tell her. Can I also send a new one of the front door next week? | Of course. Upload it on your order page, and I will add it.
  - | Do I need to do anything about my domain? | Hi {name}, nothing. We set it up, and you get an email when it is done. | Good, because I would not know how.
  Hi {name}, thank you for your order. I tried to call you at {phone}. When is a good time? | After 4, when the shop is quiet. | I will call you today at 4:15.
`);
export const NOTES = lines(`
  Prefers to be called after 4 PM.
  Knows us from the chamber of commerce. Be quick with this one.
  The logo is only on their old site. Asked for a file.
  Wants to talk about on-hold audio in the new year.
  Called: happy with the page, and will send a testimonial.
`);
export const PARTIAL_REFUND = 'We were a day late, and took something off the price';
export const FULL_REFUND = 'The customer is closing the business';
export const EMAIL_TEXTS = {
  'order-confirmation':
    'Hi {name},\n\nThank you for your order {number}. Please fill out the form for each service, so that we can start.',
  'new-order': '{customer} of {business} placed order {number}.',
  'payment-update':
    'Hi {name},\n\nYour bank didn’t complete your payment for order {number}. It was not charged. Please check out again with another payment method.',
  'form-reminder': 'Hi {name},\n\nWe can start with order {number} as soon as we have your form.',
};

const offer = (
  name: string,
  dollars: number,
  service: ServiceId,
  description: string,
  isOptional = false,
) => ({
  name,
  description,
  quantity: 1,
  amountCents: dollars * 100,
  period: null,
  isOptional,
  service,
});
/** What is quoted that the shop does not sell, with what can be left out. */
export const OFFERS = [
  [
    offer('Online store', 1_200, 'website', 'Up to 20 products, with card payments and shipping.'),
    offer('Product photos', 350, 'website', 'Half a day at your shop.', true),
  ],
  [
    offer('Four more pages', 480, 'website', 'Services, prices, team, and directions.'),
    offer('Text in Spanish', 220, 'website', 'All pages, checked by a native speaker.', true),
  ],
  [offer('Second language for the voice agent', 290, 'voice', 'Calls in English and Spanish.')],
  [offer('On-hold audio for three locations', 249, 'onhold', 'One recording each, with its own hours.')],
];
export const QUOTE_MESSAGES = lines(`
  Hi {name}, thank you for the call. This is what we talked about. If anything is missing, just ask below.
  Hi {name}, here are the prices for your idea. We can start the week after you accept.
`);
export const QUOTE_QUESTIONS = lines(`
  Can we pay half now and half when it is done?
  How long will it take? Our season starts in March.
`);
export const DECLINE_REASONS = lines(`
  Thank you, but this is more than we can spend this year.
  We went with someone in town. Sorry!
`);
