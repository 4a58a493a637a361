S She go to a big school near the river .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 4 5|||X:SYNONYM|||large|||REQUIRED|||-NONE-|||0

S My brother have a fast car and he is proud of it .
A 2 3|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 4 5|||X:SYNONYM|||quick|||REQUIRED|||-NONE-|||0

S We was very glad when our train finally arrive .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 3 4|||X:SYNONYM|||happy|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||arrived|||REQUIRED|||-NONE-|||0

S I goes to the gym every day after work .
A 1 2|||R:VERB:SVA|||go|||REQUIRED|||-NONE-|||0
A 5 7|||X:PARAPHRASE|||on a daily basis|||REQUIRED|||-NONE-|||0

S He are tired because he works at night .
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 3 8|||X:PARAPHRASE|||since his work is done at night|||REQUIRED|||-NONE-|||0

S She has many friend in this city .
A 2 3|||X:PARAPHRASE|||a great number of|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||friends|||REQUIRED|||-NONE-|||0

S My sister drink a cup of green tea every morning .
A 2 3|||R:VERB:SVA|||drinks|||REQUIRED|||-NONE-|||0
A 6 7|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S He have never visited the old museum in our street .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 5 6|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S We was late because the night train stopped for an hour .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 5 6|||X:DROPPED||||||REQUIRED|||-NONE-|||0

S She have a dog that sleeps under the table .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 8 8|||X:REPEATED|||the|||REQUIRED|||-NONE-|||0

S I am learning French for five years .
A 1 2|||R:VERB:TENSE|||have been|||REQUIRED|||-NONE-|||0
A 4 4|||X:REPEATED|||French|||REQUIRED|||-NONE-|||0

S He go to the market to buy fruit .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 6 6|||X:REPEATED|||to|||REQUIRED|||-NONE-|||0

S My uncle work in a restaurant in the city .
A 2 3|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0
A 5 5|||X:INSERTED|||very famous|||REQUIRED|||-NONE-|||0

S She do not like coffee , but she drinks tea .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0
A 6 6|||X:INSERTED|||as everyone knows ,|||REQUIRED|||-NONE-|||0

S I losed my keys yesterday .
A 1 2|||R:VERB:INFL|||lost|||REQUIRED|||-NONE-|||0
A 5 5|||X:INSERTED|||near the station|||REQUIRED|||-NONE-|||0

S She go to the beach with her sister every week .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 4 5|||X:CASE|||Beach|||REQUIRED|||-NONE-|||0

S He have a small shop in the centre of the town .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 5 6|||X:CASE|||IN|||REQUIRED|||-NONE-|||0

S We was tired , but we walked home .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 4 5|||X:CASE|||But|||REQUIRED|||-NONE-|||0

S He work in a bank near the station .
A 1 2|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0
A 3 3|||X:PUNCT|||,|||REQUIRED|||-NONE-|||0

S She have a cat and two dogs .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 4 4|||X:PUNCT|||;|||REQUIRED|||-NONE-|||0

S My room are small but comfortable .
A 2 3|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 6 7|||X:PUNCT|||!|||REQUIRED|||-NONE-|||0

S My brother go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My sister go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My father go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S My mother go to work by bus .
A 2 3|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I has dinner with my brother every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my sister every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my father every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S I has dinner with my mother every Friday .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0

S My brother can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My sister can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My father can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S My mother can plays the guitar very well .
A 3 4|||R:VERB:FORM|||play|||REQUIRED|||-NONE-|||0

S Yesterday my brother buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my sister buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my father buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S Yesterday my mother buyed a new computer .
A 3 4|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0

S My brother is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My sister is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My father is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S My mother is good in mathematics .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0

S I learned many thing from my brother .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my sister .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my father .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S I learned many thing from my mother .
A 3 4|||R:NOUN:NUM|||things|||REQUIRED|||-NONE-|||0

S My brother works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My sister works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My father works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S My mother works in hospital near the station .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The man were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S The woman were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S The boy were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S The girl were waiting for us at the door .
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S I did not knew the name of the man .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S I did not knew the name of the woman .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S I did not knew the name of the boy .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S I did not knew the name of the girl .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0

S The man has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The woman has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The boy has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The girl has small dog .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0

S The man wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The woman wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The boy wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The girl wants to become doctor .
A 5 6|||R:NOUN|||a doctor|||REQUIRED|||-NONE-|||0

S The man lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S The woman lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S The boy lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S The girl lived in our street since many years .
A 6 7|||R:PREP|||for|||REQUIRED|||-NONE-|||0

S There were a man in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S There were a woman in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S There were a boy in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S There were a girl in front of the shop .
A 1 2|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0

S He do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S She do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S Michael do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S Maria do not like to get up early .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S He has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S She has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S Michael has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S Maria has wrote a letter to the company .
A 2 3|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0

S He is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S She is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S Michael is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S Maria is the most best player of the team .
A 3 5|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0

S He is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S She is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S Michael is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S Maria is interested on science .
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S He earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S She earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S Michael earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S Maria earns a lot of moneys .
A 5 6|||R:NOUN:INFL|||money|||REQUIRED|||-NONE-|||0

S He is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S She is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S Michael is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S Maria is cookeing for the whole family .
A 2 3|||R:SPELL|||cooking|||REQUIRED|||-NONE-|||0

S My German neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S My Turkish neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S My Chinese neighbour work in a bank .
A 3 4|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S We was invited by our German friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S We was invited by our Turkish friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S We was invited by our Chinese friends .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

S The German student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S The Turkish student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S The Chinese student speak three languages .
A 3 4|||R:VERB:SVA|||speaks|||REQUIRED|||-NONE-|||0

S I met two German engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S I met two Turkish engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S I met two Chinese engineer on the train .
A 4 5|||R:NOUN:NUM|||engineers|||REQUIRED|||-NONE-|||0

S The German doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S The Turkish doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S The Chinese doctor gave me a good advice .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S She likes cook German food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S She likes cook Turkish food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S She likes cook Chinese food at home .
A 2 2|||M:PART|||to|||REQUIRED|||-NONE-|||0

S My German teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S My Turkish teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S My Chinese teacher has teached here for ten years .
A 4 5|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0

S The German family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S The Turkish family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S The Chinese family next door are very kind to us .
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

S He is married with a German journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S He is married with a Turkish journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S He is married with a Chinese journalist .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0

S The German driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S The Turkish driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S The Chinese driver stoped in front of the hotel .
A 3 4|||R:SPELL|||stopped|||REQUIRED|||-NONE-|||0

S Many German tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S Many Turkish tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S Many Chinese tourists visits our town in summer .
A 3 4|||R:VERB:SVA|||visit|||REQUIRED|||-NONE-|||0

S The German manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S The Turkish manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

S The Chinese manager asked me when could I start .
A 5 8|||R:WO|||when I could|||REQUIRED|||-NONE-|||0

