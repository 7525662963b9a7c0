/*
 * Passwords that head every published list of leaked ones and are long enough to be taken otherwise, in lower case. They are
 * what a guesser tries first.
 */
export const commonPasswords = new Set(
  `
00000000 000000000 0000000000 01012000 01020304 01234567 012345678 0123456789 0987654321 098765432 10203040 102030405060
11111111 111111111 1111111111 11112222 11223344 1122334455 112233445566 11235813 12121212 121212121 1212121212 123123123
1231231231 123123123123 12312312 123123qwe 12341234 1234512345 123456123 123456123456 12345678 123456780 123456789
1234567890 12345678900 12345678901 123456789012 123456789a 123456789q 123456789z 12345678910 1234567891 12345678a
12345678q 12345679 1234567a 1234567q 123456abc 123456qwe 123456qwerty 12345qwert 12345abc 1234abcd 1234qwer 1234zxcv
123321123 123654789 123698745 123abc123 123qwe123 123qweasd 123qweasdzxc 13131313 13579246 1357924680 135792468
14141414 14725836 147258369 147852369 159357258 159753456 159753159 16161616 1a2b3c4d 1a2b3c4d5e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz@wsx 1q2w3e4r! 20202020 21212121 22222222 222222222 23232323
23456789 25252525 2wsx3edc 31415926 31313131 32103210 33333333 333333333 36925814 369258147 44444444 444444444
45454545 45678912 456456456 456789123 4r3e2w1q 55555555 555555555 5555555555 56565656 66666666 666666666 69696969
741852963 74108520 753951456 77777777 777777777 7777777777 789456123 78945612 7894561230 789789789 80808080 85208520
852456852 87654321 876543210 88888888 888888888 8888888888 89898989 90909090 951753456 963852741 963258741 987654321
9876543210 98765432 987456321 98989898 99999999 999999999 9999999999 99887766
a1b2c3d4 a1b2c3d4e5 a123456789 a12345678 a1234567 a1a2a3a4 aa123456 aa12345678 aaaaaaaa aaaaaaaaa aaaa1111 abc12345
abc123456 abc123abc abcabcabc abcd1234 abcd12345 abcdabcd abcde123 abcdef12 abcdefg1 abcdefgh abcdefghi abcdefghij
abracadabra access14 adidas123 admin123 admin1234 admin12345 admin123456 admin@123 administrator adminadmin airborne
alejandra alejandro alexander alexander1 alexandra alexandre america1 anderson andromeda angel123 angelica angelina
anthony1 apple123 aptx4869 arsenal1 asd123asd asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 asdfqwer
asdzxc123 ashley123 asshole1 atlantis awesome1
babygirl babygirl1 babyblue backspace bailey123 barcelona baseball baseball1 basketball basketball1 bastard1 batman123
beatrice beautiful beautiful1 benjamin benjamin1 bigdaddy billabong birthday blahblah blessed1 blink182 bluebird
bond007007 brandon1 brooklyn bubbles1 buster123 butterfly butterfly1
california carolina caroline catherine changeme changeme1 changeme123 charlie1 charlie123 charlotte chelsea1 cherokee
chicago1 chocolate chocolate1 christian christian1 christina christine christmas christopher claudia1 cocacola colorado
computer computer1 consumer cookie123 coolcool courtney cowboys1 creative cristina crystal1
dallas123 daniel123 danielle danielle1 daniela1 december default1 defender deftones diamond1 diamonds discovery dolphin1
dolphins donald123 doomsday dragon123 dragonball dreamer1 drowssap
eagles123 einstein elephant elizabeth elizabeth1 emmanuel eminem123 enterprise estrella everton1 excalibur explorer
facebook facebook1 fernanda fernando firebird flower123 football football1 football123 forever1 formula1 francesca
francisco franklin freedom1 freedom123 friend123 friends1 friendship fuckyou1 fuckyou123 fuckyou2
gabriela gabriella gangster garfield generation georgina geronimo goldfish google123 gateway1 godisgood godzilla
goodluck goodlife gordon24 gorgeous graduate guitar123 gunners1
hallo123 hannah123 happy123 hardcore harrypotter hastings hawaii50 heather1 hello123 hello1234 hello12345 hellohello
hellokitty hercules hockey123 holiday1 hollywood homeland hotmail1 hunter123 hurricane
iloveyou iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou! iloveme1 iloveu123 immortal indiana1 infinity inuyasha
internet internet1 ironman1 isabella isabelle
jackson1 jackass1 jasmine1 jennifer jennifer1 jeremiah jessica1 jesus123 jesuschrist jonathan jonathan1 jordan123
jordan23 joseph123 juliana1 junior123 justin123 justinbieber juventus
katherine kathleen kawasaki killer123 kimberly kimberly1 kingkong kristina
lakers24 leonardo letmein1 letmein123 letmein! letmeinn liberty1 lightning lineage2 liverpool liverpool1 lollipop
london123 loveless loveme123 lovelove lovely123 loveyou1 loverboy
macintosh madison1 madonna1 manchester marcelo1 margarita maria123 mariposa marlboro marshall martin123 martinez
master123 masterkey matthew1 maverick maxwell1 mercedes metallica metallica1 michael1 michael123 michelle michelle1
michigan midnight minecraft minecraft1 mitchell mohammad mohammed monkey123 monster1 montana1 moonlight motorola
mountain muhammad mustang1 mustang123 myspace1 mypassword mylove123
naruto123 nascar24 nathan123 natalia1 newyork1 newpassword nicholas nicholas1 nicole123 nintendo nirvana1 november
nothing1 nopassword
october1 olivia123 oliver123 operator orlando1
pa55word pa55w0rd pa$$w0rd pa$$word p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pakistan panasonic
panther1 paradise pass1234 pass12345 pass123456 passport passw0rd passw0rd1 passw0rd! password password! password!1
password0 password00 password01 password1 password1! password10 password11 password12 password123 password123!
password1234 password12345 password13 password2 password2020 password2021 password2022 password2023 password2024
password2025 password2026 password22 password3 password321 password4 password5 password6 password7 password8 password9
password99 passwordpassword passwort patricia patrick1 peaches1 peanut123 penelope pepper123 perfect1 phantom1 phoenix1
platinum playboy1 pokemon1 pokemon123 poohbear popcorn1 portugal precious princess princess1 princess123 pumpkin1
q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123wsx qazqazqaz qazwsx123 qazwsxedc qazwsxedc1 qazwsxedc123 qazwsxedcrfv qazxsw123
qazxswedc qpwoeiruty qq123456 qqqqqqqq qwaszx12 qwe123qwe qweasd123 qweasdzxc qweasdzxc1 qweqweqwe qwer1234 qwerasdf
qwerqwer qwert123 qwert1234 qwert12345 qwerty00 qwerty01 qwerty1! qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345
qwerty123456 qwerty22 qwerty78 qwerty789 qwerty99 qwertyqwerty qwertyui qwertyuio qwertyuiop qwertyuiop1 qwertz123
rainbow1 rangers1 rastaman raiders1 realmadrid rebecca1 redskins remember richard1 robert123 rockstar1 rockyou1 ronaldo7
runescape
sabrina1 samantha samantha1 samsung1 samsung123 samurai1 santiago sasuke123 saturday savannah scarface school123
scorpion scotland scooter1 sebastian secret12 secret123 secret1234 security semperfi september serenity shadow123
shannon1 shithead shopping simpsons skywalker slipknot slipknot1 snowball snowboard snickers soccer10 soccer123 softball
something sonic123 southside spiderman spiderman1 spongebob spongebob1 srilanka stanford starlight starwars starwars1
stargate stephanie steelers steelers1 stronger success1 summer01 summer08 summer123 summer2020 summer2021 summer2022
summer2023 summer2024 summer2025 sunflower sunshine sunshine1 sunshine123 superman superman1 superman123 superstar
superstar1 supernova swordfish sweetheart sweetie1 sweetness
taekwondo taylor123 teamomucho tequiero terminator test1234 test12345 test123456 testing1 testing123 testtest thailand
thebest1 theonlyone therock1 thomas123 thunder1 tiffany1 tigger123 tinkerbell tinkerbell1 titanic1 tomorrow tottenham
toyota123 tropical trustno1 trustnoone turtle123 tweety123 twilight twilight1
undertaker unicorn1 universal university
valentina valentine vampire1 vanessa1 verygood victoria victoria1 vincent1 virginia volcom123 volleyball voyager1
warcraft warrior1 warriors watermelon welcome01 welcome1 welcome12 welcome123 welcome1234 welcome@123 westside
whatever whatever1 wildcats william1 williams winner123 winter123 winter2020 winter2021 winter2022 winter2023
winter2024 winter2025 wolverine wonderful woodland wordpass wrestling
xxxxxxxx xxxxxxxxx yankees1 yankees2 yourmom1 yamaha123 yellow123 zaq12wsx zaq1xsw2 zaq1zaq1 zaqxswcde zxc123456
zxcasdqwe zxcasdqwe123 zxcv1234 zxcvbnm1 zxcvbnm, zxcvbnm123 zxcvzxcv zxczxczxc zzzzzzzz
`
    .trim()
    .split(/\s+/),
)
