export type DentalCall = { time: string; category: string; caller: string; agent: string };

/** Example calls for the eight categories of the dental form, in the order of a day. */
export const dentalCallExamples: readonly DentalCall[] = [
  {
    time: '6:52 am',
    category: 'Emergency triage',
    caller: '“My crown came out.”',
    agent: 'Follows your emergency protocol, even after hours.',
  },
  {
    time: '8:05 am',
    category: 'Appointment scheduling',
    caller: '“Do you have anything Friday?”',
    agent: 'Books within the hours you set.',
  },
  {
    time: '9:40 am',
    category: 'FAQs',
    caller: '“Do you take my insurance?”',
    agent: 'Answers from your list of services and accepted insurance.',
  },
  {
    time: '11:15 am',
    category: 'Pre-screening',
    caller: '“It’s my first visit.”',
    agent: 'Asks your screening questions before the visit.',
  },
  {
    time: '1:30 pm',
    category: 'Internal support',
    caller: '“Where is the sterilization protocol?”',
    agent: 'Reads your staff the protocol you gave it.',
  },
  {
    time: '3:10 pm',
    category: 'Follow-ups',
    caller: '“It still hurts a little.”',
    agent: 'Checks in after a procedure, on your schedule.',
  },
  {
    time: '4:45 pm',
    category: 'Marketing',
    caller: '“Is it time for my cleaning?”',
    agent: 'Invites patients back and shares your offers.',
  },
  {
    time: '6:20 pm',
    category: 'Surveys',
    caller: '“It went well, thank you.”',
    agent: 'Asks how the visit went and records the answer.',
  },
];
