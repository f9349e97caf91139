type Call = { line: string; said: readonly [caller: string, agent: string, caller: string]; booked: string };

/** The calls shown in the pictures. */
export const eveningCall: Call = {
  line: 'Your line, 9:40 pm',
  said: ['My heat just went out.', 'I can send someone at 8 tomorrow.', 'Yes, eight works.'],
  booked: 'Booked: Tue, 8:00 am',
};

export const dentalCall: Call = {
  line: 'Front desk, 12:10 pm',
  said: ['My crown came out.', 'We have an opening at 2:30 today.', 'I’ll take it.'],
  booked: 'Booked: today, 2:30 pm',
};
