S She go to a big school near the river .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 4 5|||X:SYNONYM|||large|||REQUIRED|||-NONE-|||0

S I goes to the gym every day after work .
A 1 2|||R:VERB:SVA|||go|||REQUIRED|||-NONE-|||0
A 5 7|||X:PARAPHRASE|||on a daily basis|||REQUIRED|||-NONE-|||0

S My sister drink a cup of green tea every morning .
A 2 3|||R:VERB:SVA|||drinks|||REQUIRED|||-NONE-|||0
A 6 7|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S She have a dog that sleeps under the table .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 8 8|||X:REPEATED|||the|||REQUIRED|||-NONE-|||0

S My uncle work in a restaurant in the city .
A 2 3|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0
A 5 5|||X:INSERTED|||very famous|||REQUIRED|||-NONE-|||0

S She go to the beach with her sister every week .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 4 5|||X:CASE|||Beach|||REQUIRED|||-NONE-|||0

S He work in a bank near the station .
A 1 2|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0
A 3 3|||X:PUNCT|||,|||REQUIRED|||-NONE-|||0

S My brother go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My sister go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I has dinner with my brother every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my sister every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S My brother can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My sister can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S Yesterday my brother buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my sister buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S My brother is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My sister is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S I learned many thing from my brother .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my sister .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S My brother works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My sister works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The man were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S The woman were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S I did not knew the name of the man .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S I did not knew the name of the woman .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S The man has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The woman has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The man wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The woman wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The man lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S The woman lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S There were a man in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S There were a woman in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S He do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S She do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S He has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S She has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S He is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S She is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S He is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S She is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S He earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S She earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S He is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S She is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S My German neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S My Turkish neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our German friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S We was invited by our Turkish friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The German student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S The Turkish student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two German engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S I met two Turkish engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The German doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S The Turkish doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook German food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S She likes cook Turkish food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My German teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S My Turkish teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The German family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S The Turkish family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a German journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S He is married with a Turkish journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The German driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S The Turkish driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many German tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S Many Turkish tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The German manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S The Turkish manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S My brother have a fast car and he is proud of it .
A 2 3|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 4 5|||X:SYNONYM|||quick|||REQUIRED|||-NONE-|||0

S He are tired because he works at night .
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 3 8|||X:PARAPHRASE|||since his work is done at night|||REQUIRED|||-NONE-|||0

S He have never visited the old museum in our street .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 5 6|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S I am learning French for five years .
A 1 2|||R:VERB:TENSE|||have been|||REQUIRED|||-NONE-|||0
A 4 4|||X:REPEATED|||French|||REQUIRED|||-NONE-|||0

S She do not like coffee , but she drinks tea .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0
A 6 6|||X:INSERTED|||as everyone knows ,|||REQUIRED|||-NONE-|||0

S He have a small shop in the centre of the town .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 5 6|||X:CASE|||IN|||REQUIRED|||-NONE-|||0

S She have a cat and two dogs .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 4 4|||X:PUNCT|||;|||REQUIRED|||-NONE-|||0

S My father go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My mother go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I has dinner with my father every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my mother every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S My father can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My mother can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S Yesterday my father buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my mother buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S My father is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My mother is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S I learned many thing from my father .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my mother .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S My father works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My mother works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The boy were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S The girl were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S I did not knew the name of the boy .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S I did not knew the name of the girl .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S The boy has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The girl has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The boy wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The girl wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The boy lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S The girl lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S There were a boy in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S There were a girl in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S Michael do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S Maria do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S Michael has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S Maria has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S Michael is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S Maria is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S Michael is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S Maria is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S Michael earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S Maria earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S Michael is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S Maria is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S My Chinese neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our Chinese friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The Chinese student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two Chinese engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The Chinese doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook Chinese food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My Chinese teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The Chinese family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a Chinese journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The Chinese driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many Chinese tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The Chinese manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S We was very glad when our train finally arrive .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 3 4|||X:SYNONYM|||happy|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||arrived|||REQUIRED|||-NONE-|||0

S She has many friend in this city .
A 2 3|||X:PARAPHRASE|||a great number of|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||friends|||REQUIRED|||-NONE-|||0

S We was late because the night train stopped for an hour .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 5 6|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S He go to the market to buy fruit .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 6 6|||X:REPEATED|||to|||REQUIRED|||-NONE-|||0

S I losed my keys yesterday .
A 1 2|||R:VERB:INFL|||lost|||REQUIRED|||-NONE-|||0
A 5 5|||X:INSERTED|||near the station|||REQUIRED|||-NONE-|||0

S We was tired , but we walked home .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 4 5|||X:CASE|||But|||REQUIRED|||-NONE-|||0

S My room are small but comfortable .
A 2 3|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 6 7|||X:PUNCT|||!|||REQUIRED|||-NONE-|||0

S My uncle go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My aunt go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I has dinner with my uncle every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my aunt every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S My uncle can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My aunt can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S Yesterday my uncle buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my aunt buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S My uncle is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My aunt is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S I learned many thing from my uncle .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my aunt .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S My uncle works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My aunt works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The waiter were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S The waitress were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S I did not knew the name of the waiter .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S I did not knew the name of the waitress .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S The waiter has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The waitress has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The waiter wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The waitress wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The waiter lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S The waitress lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S There were a waiter in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S There were a waitress in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S Peter do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S Anna do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S Peter has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S Anna has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S Peter is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S Anna is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S Peter is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S Anna is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S Peter earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S Anna earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S Peter is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S Anna is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S My Mexican neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our Mexican friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The Mexican student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two Mexican engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The Mexican doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook Mexican food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My Mexican teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The Mexican family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a Mexican journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The Mexican driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many Mexican tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The Mexican manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S He do not want to begin the lesson without book .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0
A 5 6|||X:SYNONYM|||start|||REQUIRED|||-NONE-|||0
A 9 9|||M:DET|||a|||REQUIRED|||-NONE-|||0

S We need more informations about the course .
A 1 2|||X:PARAPHRASE|||are in need of|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:INFL|||information|||REQUIRED|||-NONE-|||0

S She want to become a dance teacher in a small town .
A 1 2|||R:VERB:SVA|||wants|||REQUIRED|||-NONE-|||0
A 5 6|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S We visits our grandparents every summer .
A 1 2|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0
A 5 5|||X:REPEATED|||every|||REQUIRED|||-NONE-|||0

S We have meeting at nine o'clock .
A 2 2|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 6 6|||X:INSERTED|||with the manager|||REQUIRED|||-NONE-|||0

S The bus stop in front of our school .
A 1 2|||X:CASE|||BUS|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||stops|||REQUIRED|||-NONE-|||0

S I think that he do not like me .
A 2 2|||X:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S My son go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My daughter go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I has dinner with my son every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my daughter every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S My son can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My daughter can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S Yesterday my son buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my daughter buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S My son is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My daughter is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S I learned many thing from my son .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my daughter .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S My son works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My daughter works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The actor were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S The actress were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S I did not knew the name of the actor .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S I did not knew the name of the actress .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S The actor has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The actress has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The actor wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The actress wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The actor lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S The actress lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S There were a actor in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S There were a actress in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S My French neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our French friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The French student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two French engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The French doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook French food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My French teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The French family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a French journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The French driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many French tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The French manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S I have lived in this little town since three years .
A 5 6|||X:SYNONYM|||small|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S My mother cook dinner before we come home .
A 2 3|||R:VERB:SVA|||cooks|||REQUIRED|||-NONE-|||0
A 4 8|||X:PARAPHRASE|||prior to our coming home|||REQUIRED|||-NONE-|||0

S I bought two book about Roman history last week .
A 3 4|||R:NOUN:NUM|||books|||REQUIRED|||-NONE-|||0
A 5 6|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S The teacher give us very long texts to read .
A 2 3|||R:VERB:SVA|||gives|||REQUIRED|||-NONE-|||0
A 5 5|||X:REPEATED|||very|||REQUIRED|||-NONE-|||0

S He play football with his friends on Sunday .
A 1 2|||R:VERB:SVA|||plays|||REQUIRED|||-NONE-|||0
A 6 6|||X:INSERTED|||from the office|||REQUIRED|||-NONE-|||0

S I have two brother who live in Paris .
A 3 4|||R:NOUN:NUM|||brothers|||REQUIRED|||-NONE-|||0
A 7 8|||X:CASE|||paris|||REQUIRED|||-NONE-|||0

S We goes to the cinema on Saturday .
A 1 2|||R:VERB:SVA|||go|||REQUIRED|||-NONE-|||0
A 3 3|||X:PUNCT|||:|||REQUIRED|||-NONE-|||0

S My nephew go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My niece go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I has dinner with my nephew every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my niece every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S My nephew can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My niece can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S Yesterday my nephew buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my niece buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S My nephew is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My niece is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S I learned many thing from my nephew .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my niece .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S My nephew works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My niece works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The gentleman were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S The lady were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S I did not knew the name of the gentleman .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S I did not knew the name of the lady .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S The gentleman has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The lady has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The gentleman wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The lady wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The gentleman lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S The lady lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S There were a gentleman in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S There were a lady in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S My Nigerian neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our Nigerian friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The Nigerian student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two Nigerian engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The Nigerian doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook Nigerian food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My Nigerian teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The Nigerian family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a Nigerian journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The Nigerian driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many Nigerian tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The Nigerian manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S They buyed a new house , but the garden is quite small .
A 1 2|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0
A 10 11|||X:SYNONYM|||rather|||REQUIRED|||-NONE-|||0

S Yesterday I meet a teacher who is from Canada .
A 2 3|||R:VERB:TENSE|||met|||REQUIRED|||-NONE-|||0
A 5 9|||X:PARAPHRASE|||whose home country is Canada|||REQUIRED|||-NONE-|||0

S The broken window of my room were open all night .
A 1 2|||X:DROPPED||||||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S My parents likes to travel by train .
A 2 3|||R:VERB:SVA|||like|||REQUIRED|||-NONE-|||0
A 7 7|||X:REPEATED|||train|||REQUIRED|||-NONE-|||0

S The film were too long and not funny .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0
A 6 6|||X:INSERTED|||in my opinion|||REQUIRED|||-NONE-|||0

S They lives in a house with a garden .
A 1 2|||R:VERB:SVA|||live|||REQUIRED|||-NONE-|||0
A 7 8|||X:CASE|||Garden|||REQUIRED|||-NONE-|||0

S They are good student , and they work hard .
A 3 4|||R:NOUN:NUM|||students|||REQUIRED|||-NONE-|||0
A 9 10|||X:PUNCT|||...|||REQUIRED|||-NONE-|||0

S My grandfather go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My grandmother go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I has dinner with my grandfather every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my grandmother every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S My grandfather can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My grandmother can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S Yesterday my grandfather buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my grandmother buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S My grandfather is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My grandmother is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S I learned many thing from my grandfather .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my grandmother .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S My grandfather works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My grandmother works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My Polish neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our Polish friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The Polish student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two Polish engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The Polish doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook Polish food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My Polish teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The Polish family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a Polish journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The Polish driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many Polish tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The Polish manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S The doctor gave me a good advice about my sickness .
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||0
A 9 10|||X:SYNONYM|||illness|||REQUIRED|||-NONE-|||0

S You should to call me if you have time .
A 2 3|||U:PART||||||REQUIRED|||-NONE-|||0
A 5 9|||X:PARAPHRASE|||in case you find the time|||REQUIRED|||-NONE-|||0

S They did a mistake in the last exercise .
A 1 2|||R:VERB|||made|||REQUIRED|||-NONE-|||0
A 6 7|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S It rain a lot in my country in winter .
A 1 2|||R:VERB:SVA|||rains|||REQUIRED|||-NONE-|||0
A 5 5|||X:REPEATED|||in|||REQUIRED|||-NONE-|||0

S They has moved to a new flat .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0
A 6 6|||X:INSERTED|||and much more expensive|||REQUIRED|||-NONE-|||0

S My aunt make the best cake in the family .
A 0 1|||X:CASE|||my|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||makes|||REQUIRED|||-NONE-|||0

S The weather is nice in spring .
A 1 1|||X:PUNCT|||-|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||0

S My husband go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My wife go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I has dinner with my husband every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my wife every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S My husband can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My wife can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S Yesterday my husband buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my wife buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S My husband is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My wife is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S I learned many thing from my husband .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my wife .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S My husband works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My wife works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My Japanese neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our Japanese friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The Japanese student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two Japanese engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The Japanese doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook Japanese food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My Japanese teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The Japanese family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a Japanese journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The Japanese driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many Japanese tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The Japanese manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S There is many people who reply to every message at once .
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
A 5 6|||X:SYNONYM|||answer|||REQUIRED|||-NONE-|||0

S It is difficult to learn grammar of this language .
A 2 3|||X:PARAPHRASE|||no easy thing|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||0

S He listens loud music when he works .
A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 2 3|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S I do not know how to use computer .
A 3 3|||X:REPEATED|||not|||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The weather are cold , so I stay at home .
A 2 3|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 10 10|||X:INSERTED|||and read a book|||REQUIRED|||-NONE-|||0

S I has an exam on Friday and I am nervous .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0
A 5 6|||X:CASE|||friday|||REQUIRED|||-NONE-|||0

S I like tea more that coffee .
A 4 5|||R:CONJ|||than|||REQUIRED|||-NONE-|||0
A 6 7|||X:PUNCT||||||REQUIRED|||-NONE-|||0

S My Brazilian neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our Brazilian friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The Brazilian student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two Brazilian engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The Brazilian doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook Brazilian food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My Brazilian teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The Brazilian family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a Brazilian journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The Brazilian driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many Brazilian tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The Brazilian manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S She can sings many songs that her parents taught her .
A 2 3|||R:VERB:FORM|||sing|||REQUIRED|||-NONE-|||0
A 7 8|||X:SYNONYM|||folks|||REQUIRED|||-NONE-|||0

S They discussed the plan in Monday .
A 1 2|||X:PARAPHRASE|||had a talk about|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||on|||REQUIRED|||-NONE-|||0

S There is too many cars and dirty trucks in our street .
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
A 6 7|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S They have two child and a cat .
A 2 2|||X:REPEATED|||have|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||children|||REQUIRED|||-NONE-|||0

S My friend speak three languages .
A 2 3|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0
A 5 5|||X:INSERTED|||without any accent|||REQUIRED|||-NONE-|||0

S You can to take the train at six .
A 2 3|||U:PART||||||REQUIRED|||-NONE-|||0
A 5 6|||X:CASE|||Train|||REQUIRED|||-NONE-|||0

S When I was young , I live on a farm .
A 4 5|||X:PUNCT||||||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:TENSE|||lived|||REQUIRED|||-NONE-|||0

S My Moroccan neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our Moroccan friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The Moroccan student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two Moroccan engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The Moroccan doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook Moroccan food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My Moroccan teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The Moroccan family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a Moroccan journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The Moroccan driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many Moroccan tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The Moroccan manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S I am interested on old pictures of my city .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 5 6|||X:SYNONYM|||images|||REQUIRED|||-NONE-|||0

S The children plays outside when it is warm .
A 2 3|||R:VERB:SVA|||play|||REQUIRED|||-NONE-|||0
A 4 8|||X:PARAPHRASE|||in warm weather|||REQUIRED|||-NONE-|||0

S My best friend live in the next village .
A 1 2|||X:DROPPED||||||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:SVA|||lives|||REQUIRED|||-NONE-|||0

S You must wait here until the doctor come .
A 4 4|||X:REPEATED|||here|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB:SVA|||comes|||REQUIRED|||-NONE-|||0

S I am looking forward to see you again .
A 5 6|||R:VERB:FORM|||seeing|||REQUIRED|||-NONE-|||0
A 7 7|||X:INSERTED|||and your family|||REQUIRED|||-NONE-|||0

S It is important to drink enough of water .
A 2 3|||X:CASE|||IMPORTANT|||REQUIRED|||-NONE-|||0
A 5 7|||R:OTHER|||enough|||REQUIRED|||-NONE-|||0

S Her father teach maths at our school .
A 2 3|||R:VERB:SVA|||teaches|||REQUIRED|||-NONE-|||0
A 4 4|||X:PUNCT|||"|||REQUIRED|||-NONE-|||0

